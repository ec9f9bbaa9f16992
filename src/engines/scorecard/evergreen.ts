/**
 * Hashtags that only seek reach and do not describe the topic of a post, by language. Collected by hand from everyday
 * use; futurezone.at (“TikTok für Quereinsteiger”, February 2022) lists #foryou, #foryoupage, #fyp, #duet, #tiktok,
 * #viral and #trending among the ten most used worldwide, and giga.de the German spellings. Words that are also a
 * topic (#comedy, #explore, #shorts, #stitch) are left out: a topic lost is worse than a reach tag kept.
 */
const reachTags = [
  // English, and what everyone uses
  'fy fypage foryou foryour foryourpage foru forupage 4you 4u 4upage 4youpage explorepage',
  'viral virals goviral gettingviral makethisviral makemeviral makeitviral viralvideo viralvideos viraltiktok viralpost',
  'viralthis tiktokviral tiktokviralvideo trend trends trending trendingvideo trendingvideos trendingnow',
  'tiktoktrend tiktoktrending tiktoktrends trendingtiktok trendingsound trendingsong blowthisup dontflop dontletthisflop',
  'notflop tiktokalgorithm tiktok tiktoker tiktokers tiktokvideo tiktokvideos capcut capcuttemplate',
  'duet reels reelsinstagram instareels follow followme followforfollow followback f4f l4l like likes like4like',
  'likeforlike likeme share comment moreviews growmyaccount smallcreator smallaccount instagood',
  // Spanish
  'parati paratipage parativiral paravos viralizar viralizame virales tendencia tendencias seguidores sigueme',
  // Portuguese
  'paravocê paravoce pravoce pravocê viralizou viraliza viralizando vaiprofy vaiparafy foryoubrasil emalta fybrasil',
  // French
  'pourtoi pourtoipage pourtoiii pourvous tendance tendances faitespercer abonnetoi abonnezvous',
  // German
  'fürdich fuerdich furdich fürdichseite fuerdichseite fürdichpage fürdichviral viralgehen gehviral fd',
  // Italian
  'perte perteee neiperte tendenza tendenze virale andiamoneiperte seguimi',
  // Turkish
  'keşfet kesfet keşfetteyiz kesfetteyiz keşfetbeni beniöneçıkar öneçıkar onecikar keşfetedüş kesfetedus',
  // Dutch, Polish, Czech, Hungarian, Romanian, Swedish
  'voorjou voorjoupagina dlaciebie protebe nekedbe nekedbelegyen pentrutine fördig fördej',
  // Russian, Ukrainian
  'рек рекомендации рекомендация врек хочуврек хочувреки залетай тренд тренды втренде рекомендації',
  // Arabic, Persian, Hebrew
  'اكسبلور اكسبلورر اكسبلوررر اكسبلورexplore الاكسبلور ترند ترندات تريند فوريو فولو لايك الشعب_الصيني_ماله_حل اکسپلور وایرال פוריו',
  // Indonesian, Malay, Filipino
  'berandafyp masukberanda masukfyp berandatiktok beranda lewatberanda semogafyp',
  // Vietnamese, Thai
  'xuhuong xuhuongtiktok xuhướng xuhuong2023 xuhuong2024 xuhuong2025 thinhhanh thịnhhành lênxuhướng lenxuhuong',
  'เทรนด์ เทรนด์วันนี้ เทรนด์tiktok ขึ้นฟีด ขึ้นฟีดเถอะ ฟีด ฟีดดด อย่าปิดการมองเห็น',
  // Japanese, Korean, Chinese
  'おすすめ おすすめのりたい おすすめにのりたい おすすめに乗りたい バズれ バズりたい 運営さん大好き',
  '추천 추천떠라 추천뜨자 추천떠 추천뜨게해주세요 추천추천 좋아요 热门 上热门 推荐 推薦 為你推薦 为你推荐'
]

/** Prefixes of such tags, for example of #fypシ゚viral, #fypdong, #foryoupageofficial and #xyzbcafyp. */
const reachPrefixes = ['fyp', 'foryoupage', 'foryourpage', 'xyzbca']

/** #virallll and #paratiii are #viral and #parati. */
const squeezed = (name: string) => name.replace(/(.)\1+/gu, '$1')

const reach = new Set(reachTags.flatMap((line) => line.split(' ')).map((tag) => squeezed(tag.normalize('NFKC'))))

/** Whether a hashtag (its canonical name) only seeks reach. */
export const isEvergreen = (name: string) => {
  const core = squeezed(name)
  return reach.has(core) || reachPrefixes.some((prefix) => core.startsWith(prefix))
}
