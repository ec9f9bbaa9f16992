import { derivedAddresses } from '../../records/derived-address.ts'

const site = 'https://www.tiktok.com'

/** Null while another account has the author's handle. */
const derived = (kind: keyof typeof derivedAddresses): string =>
  `'${site}/@' || CASE WHEN u.handle IS NOT NULL THEN u.username END || '/${kind}/' || p.post_id`

/** The address of a post `p` by `u`, given or derived. */
export const shareUrl = `CASE p.share_url WHEN '${derivedAddresses.video}' THEN ${derived('video')}
  WHEN '${derivedAddresses.photo}' THEN ${derived('photo')} ELSE p.share_url END`

export const isShareUrlDerived = `p.share_url IN ('${derivedAddresses.video}', '${derivedAddresses.photo}')`
