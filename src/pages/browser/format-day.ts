export const formatDay = (time: string): string =>
  new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });

export const longDate = (time: number | string): string =>
  new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
