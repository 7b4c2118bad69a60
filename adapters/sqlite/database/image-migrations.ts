/** The point of an image that `cover` keeps, as its text. */
export const FOCAL_POINTS = `
ALTER TABLE images ADD COLUMN focal_point TEXT`;

/** The focal point of the save, by which a retry is recognised. */
export const SAVED_POINTS = `
ALTER TABLE images ADD COLUMN saved_focal_point TEXT`;

/** The traffic of each image by UTC day; the day is first, so that old days are one range. */
export const IMAGE_DAYS = `
CREATE TABLE image_days (
  day TEXT NOT NULL,
  image_id TEXT NOT NULL,
  requests INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (day, image_id)
) STRICT, WITHOUT ROWID`;
