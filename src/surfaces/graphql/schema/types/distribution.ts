import { type HistogramBin, histogramOf } from '../../../../engines/filters/histogram.ts'
import { Distribution } from '../../../../records/distribution.ts'
import { defaultBins, maxBins, minBins, readBins } from '../../../../services/list-counts.ts'
import { builder } from '../builder.ts'
import { costHints } from '../cost-hints.ts'

const HistogramBinObject = builder.objectRef<HistogramBin>('HistogramBin').implement({
  description: 'A bin of a histogram: values from `from` to below `to`. The last bin includes `to`.',
  fields: (t) => ({
    from: t.float({ description: 'Lower bound, in the unit of the number.', resolve: ({ from }) => from }),
    to: t.float({ description: 'Upper bound, where the next bin begins.', resolve: ({ to }) => to }),
    count: t.field({
      type: 'Count',
      description: 'How many of the list have a value in the bin, from 0.',
      resolve: ({ count }) => count
    })
  })
})

type ShownNumber = 'min' | 'p25' | 'median' | 'p75' | 'p90' | 'max' | 'mean'
type ShownCount = 'count' | 'unknown_count'

export const DistributionObject = builder.objectRef<Distribution>('Distribution').implement({
  description: Distribution.description,
  fields: (t) => {
    const describe = (key: ShownNumber | ShownCount) => Distribution.properties[key].description
    const value = (key: ShownNumber) =>
      t.float({ description: describe(key), resolve: (distribution) => distribution[key] })
    const count = (key: ShownCount) =>
      t.field({ type: 'Count', description: describe(key), resolve: (distribution) => distribution[key] })
    return {
      count: count('count'),
      unknownCount: count('unknown_count'),
      min: value('min'),
      p25: value('p25'),
      median: value('median'),
      p75: value('p75'),
      p90: value('p90'),
      max: value('max'),
      mean: value('mean'),
      histogram: t.field({
        type: [HistogramBinObject],
        description:
          'Bins from the smallest to the largest value, without gaps. Their counts add up to `count`, and their bounds are round numbers. Bins of counts and durations are about equally wide on a logarithmic scale (1, 2, 5, 10), with one from 0 to 1 where 0 occurs. Bins of rates and scores are equally wide; where at most 1 % of the values lie far above the others, the last bin has all of these.',
        args: {
          bins: t.arg.int({
            defaultValue: defaultBins,
            description: `Maximum number of bins, ${minBins} to ${maxBins}. Round bounds may give fewer.`
          })
        },
        extensions: costHints({
          mayFail: true,
          items: ({ bins }) => Math.min(Math.max(Number(bins ?? defaultBins) || 0, 0), maxBins)
        }),
        resolve: (distribution, { bins }) => histogramOf(distribution, readBins(bins))
      })
    }
  }
})
