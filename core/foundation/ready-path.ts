/** Answers whether the stores of the service answer (site.health). Edge-safe. */
export const READY_PATH = '/readyz';
