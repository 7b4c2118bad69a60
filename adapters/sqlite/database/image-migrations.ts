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

/** The terms of each saved image of a project, as rows. */
export const TERMS_OF_IMAGES = `SELECT project_id, term.value, created_at, image_id
  FROM images, json_each(terms_of(images.facts, images.metadata)) AS term WHERE state = 'saved'`;

/** The terms by which images are found, in the order of dates. */
export const IMAGE_TERMS = `
CREATE TABLE image_terms (
  project_id TEXT NOT NULL,
  term TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  image_id TEXT NOT NULL,
  PRIMARY KEY (project_id, term, created_at, image_id)
) STRICT, WITHOUT ROWID;
INSERT INTO image_terms ${TERMS_OF_IMAGES}`;
