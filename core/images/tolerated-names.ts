/**
 * Parameters that old addresses may have and no old service reads to make an image. Edge-safe: no
 * syntax beyond the CloudFront runtime's.
 */

/** Added by URL builders: `@cloudinary/url-gen` and its like, `@imgix/js-core` and Unsplash. */
const OF_BUILDERS = '_a _i _s ixid ixlib';

/**
 * Added to links by advertisements, mails and analytics. Brave's query filter, and AdGuard's
 * "URL Tracking filter" have them. Short or common words such as `ref`, `si` and `source` aren't
 * here: an image host may mean something by them.
 */
const OF_LINKS =
  '__hsfp __hssc __hstc _ga _gl _hsenc _hsmi _kx _openstat dclid epik fb_action_ids ' +
  'fb_action_types fb_comment_id fb_ref fb_source fbclid gad_campaignid gad_source gbraid gclid ' +
  'gclsrc igsh igshid irclickid li_fat_id mc_cid mc_eid mkt_tok ml_subscriber ' +
  'ml_subscriber_hash msclkid mtm_cid oly_anon_id oly_enc_id pk_cid rb_clickid srsltid ttclid ' +
  'twclid vero_conv vero_id wbraid wickedid yclid ymclid ysclid';

/** The names that an old address may have or lack (delivery.tolerated-parameters). */
export const TOLERATED_NAMES: readonly string[] = `${OF_BUILDERS} ${OF_LINKS}`.split(' ');

/** The campaign of a link, in Google Analytics and most others: `utm_source` and its like. */
export const TOLERATED_PREFIX = 'utm_';

/** Whether a parameter changes nothing about the image that an old address means. */
export const isToleratedName = (name: string): boolean =>
  name.slice(0, TOLERATED_PREFIX.length) === TOLERATED_PREFIX || TOLERATED_NAMES.indexOf(name) >= 0;
