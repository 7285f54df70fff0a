/** Of the package; sent as `User-Agent` outside browsers. */
export const VERSION = '1.0.0';
