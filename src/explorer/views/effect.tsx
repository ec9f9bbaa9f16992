import { titles } from '../../views/titles.ts'
import { shortDate } from '../format.ts'
import { ExploreEffectDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Chips } from '../parts/chips.tsx'
import { Figures } from '../parts/count.tsx'
import { Picture } from '../parts/picture.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { useTitle } from '../parts/use-title.ts'
import { About } from './about.tsx'
import { Loaded } from './loaded.tsx'

export const EffectView = ({ id }: { id: string }) => {
  const variables = { effectId: id }
  const answer = useQuery(ExploreEffectDocument, variables)
  const effect = answer.data?.effect
  useTitle(effect ? titles.effect(effect) : undefined)
  const behind = (
    <ShowQuery
      document={ExploreEffectDocument}
      variables={variables}
      rest={[['The effect', `/api/v1/effects/${encodeURIComponent(id)}`]]}
    />
  )
  return (
    <Loaded answer={answer} of={({ effect }) => effect} what="effect" requested={id} behind={behind}>
      {({ name, iconUrl, publishTime, tags, userCount }) => (
        <>
          <header class="head">
            <Picture url={iconUrl} alt="" name={name} shape="square" isFirst />
            <div class="about">
              <p class="kind">Camera effect</p>
              <h1>
                <bdi>{name}</bdi>
              </h1>
              <p class="handle">Published {shortDate(publishTime)}</p>
              <Figures of={[[userCount === 1 ? 'Use' : 'Uses', userCount]]} />
              <div class="actions">{behind}</div>
            </div>
          </header>
          {tags.length > 0 && (
            <section aria-labelledby="topics">
              <h2 id="topics">Filed under</h2>
              <Chips
                label="Topics of the effect"
                chips={tags.map((tag) => ({ text: tag, to: { view: 'search', keyword: tag, among: 'posts' } }))}
              />
            </section>
          )}
          <About keyword={tags[0] ?? name} />
        </>
      )}
    </Loaded>
  )
}
