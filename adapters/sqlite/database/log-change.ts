const NOW_MS = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** A trigger's condition: a service tells of changes. */
export const IS_LOGGED = '(SELECT is_on FROM change_log_switch)';

/** A trigger's body that logs a change, made of what it was and is, both JSON. */
export const logOf = (kind: string, was: string, is: string) =>
  `BEGIN INSERT INTO changes (kind, changed_at, was, is_now) SELECT '${kind}', ${NOW_MS}, ${was}, ${is}; END`;
