/** Version of the interface. */
export const API_VERSION = '2.0.0';
/** Every path lives under this prefix of the base address. */
export const API_PREFIX = '/api/v2';
