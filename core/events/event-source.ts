/** `source` of the service's events on an EventBridge bus. */
export const EVENT_SOURCE = 'imagewell';
