import type { MigrationStep } from './step.ts'

/** Scores of accounts of which no post is known. An engagement rate of 0 was stored where it is unknown. */
export const ratesOfNoPosts: MigrationStep = {
  number: 3,
  what: 'scores without posts',
  makesAnew: true,
  run: ({ run }) =>
    run(`INSERT INTO stale_scores (user_pk) SELECT s.user_pk FROM creator_scores s
      WHERE s.last_post_at IS NULL AND s.engagement_rate IS NOT NULL ON CONFLICT DO NOTHING`)
}
