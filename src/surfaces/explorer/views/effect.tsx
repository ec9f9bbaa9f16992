import { ExploreEffectDocument } from '../../../../built/documents.js'
import { titles } from '../../views/titles.ts'
import { shortDate } from '../format.ts'
import { Chips } from '../parts/chips.tsx'
import { Figures } from '../parts/count.tsx'
import { Head } from '../parts/head.tsx'
import { Picture } from '../parts/picture.tsx'
import { About } from './about.tsx'
import { Thing } from './thing.tsx'

export const EffectView = ({ id }: { id: string }) => (
  <Thing
    of="effect"
    id={id}
    document={ExploreEffectDocument}
    variables={{ effectId: id }}
    titleOf={titles.effect}
    restOf={() => [['The effect', `/api/v1/effects/${encodeURIComponent(id)}`]]}
  >
    {({ name, iconUrl, publishTime, tags, userCount }, queryButton) => (
      <>
        <Head
          kind="Camera effect"
          name={name}
          picture={<Picture url={iconUrl} alt="" name={name} shape="square" isFirst />}
        >
          {publishTime !== null && <p class="row quiet handle">Published {shortDate(publishTime)}</p>}
          <Figures of={[[userCount === 1 ? 'Use' : 'Uses', userCount]]} />
          <div class="row actions">{queryButton}</div>
        </Head>
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
  </Thing>
)
