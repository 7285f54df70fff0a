/** `Permissions-Policy` of every page: what none of ours uses. Passkeys and the clipboard stay allowed. */
export const PAGE_PERMISSIONS = [
  ...[
    'accelerometer',
    'autoplay',
    'bluetooth',
    'browsing-topics',
    'camera',
    'display-capture',
    'encrypted-media',
    'fullscreen',
  ],
  ...[
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
  ],
  ...['picture-in-picture', 'screen-wake-lock', 'serial', 'usb', 'web-share', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ');
