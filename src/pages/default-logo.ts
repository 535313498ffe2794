/** A keyhole: the mark of deployments without a logo. */
export const DEFAULT_LOGO =
  'M16 7.5a5 5 0 0 0-2.4 9.4L12.3 24a.8.8 0 0 0 .8 1h5.8a.8.8 0 0 0 .8-1l-1.3-7.1A5 5 0 0 0 16 7.5Z';
