import { whichSettings } from '../../../cli/framework/settings-of-service.ts';

export const openIdIsOff = (file: string | undefined): string =>
  file === undefined
    ? `OPENID is off here. ${whichSettings(file)}`
    : `OPENID is off in ${file}: nobody can log in to apps until it is on`;
