/** A keyhole: the mark of a deployment that has no logo of its own. */
export const KEYHOLE =
  'M16 7.5a5 5 0 0 0-2.4 9.4L12.3 24a.8.8 0 0 0 .8 1h5.8a.8.8 0 0 0 .8-1l-1.3-7.1A5 5 0 0 0 16 7.5Z';

/** For the browser's tab, where no stylesheet reaches. */
export const renderIcon = (ground: string, sign: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/><path fill="${sign}" d="${KEYHOLE}"/></svg>`;
