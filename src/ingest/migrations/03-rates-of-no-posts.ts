import type { MigrationStep } from './step.ts'

/** Rates of accounts of which no post is known, which were 0, and of those of whom a post lacks a count, which was 0 in their mean. */
export const ratesOfNoPosts: MigrationStep = {
  number: 3,
  what: 'scores without posts',
  makesAnew: true,
  run: ({ run }) =>
    run(`INSERT INTO stale_scores (user_pk) SELECT s.user_pk FROM creator_scores s
      WHERE s.engagement_rate IS NOT NULL AND (s.last_post_at IS NULL
        OR s.user_pk IN (SELECT author_pk FROM all_posts WHERE plays + likes + comments + shares IS NULL)) ON CONFLICT DO NOTHING`)
}
