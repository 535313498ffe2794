import { databaseName } from '../cli/framework/open-database.ts';
import type { Config } from '../config/config.ts';
import { consoleUrl } from '../config/console-url.ts';
import { isSocketPath } from '../config/operating-formats.ts';
import { isLoopback } from '../lib/loopback.ts';
import { VERSION } from '../lib/version.ts';
import { formatTimeZone } from '../monitoring/log.ts';

/** The lines that a started service prints for its operator. */
export function startupLines(config: Config, listening: string): string[] {
  const isSocket = isSocketPath(config.host);
  // On a socket, the address is FRONTEND_URL already.
  const address = isSocket ? listening : listening + config.basePath;
  return [
    `Latchkey ${VERSION} listens on ${isSocket ? config.host : listening}`,
    `  data     ${databaseName(config)}`,
    config.smtpUrl === undefined
      ? `  e-mail   ${config.dataDir}/inbox, shown at ${address}/dev/inbox${inboxReaders(config)}`
      : `  e-mail   ${new URL(config.smtpUrl).host}, from ${config.mailFrom}`,
    `  links    point to ${config.frontendUrl ?? address}`,
    ...(config.metricsPort === undefined
      ? []
      : [`  metrics  on port ${config.metricsPort} of ${config.metricsHost}, at /metrics`]),
    ...(config.features.pages ? [`  pages    ${address}/${config.features.registration ? 'register' : 'login'}`] : []),
    ...(config.features.reference ? [`  docs     ${address}/docs, the API reference`] : []),
    ...administrationLine(config, address),
    ...(config.logFormat === 'text' ? [`  times    local: ${formatTimeZone(new Date())}`] : []),
  ];
}

/** The readers of the inbox, unless only programs of this machine reach the service. */
function inboxReaders({ host, inboxNetworks }: Config): string {
  if (inboxNetworks.length > 0) return `, only to this machine and ${inboxNetworks.join(', ')} (INBOX_NETWORKS)`;
  return isLoopback(host) ? '' : ', only to this machine (INBOX_NETWORKS)';
}

function administrationLine(config: Config, address: string): string[] {
  if (!config.features.admin) return [];
  const isApart = config.adminPort !== undefined || config.adminUrl !== undefined;
  const url = isApart ? consoleUrl(config) : address;
  if (config.features.pages) return [`  console  ${url}/admin; become administrator with: latchkey admin link`];
  return isApart ? [`  admin    ${url}/api/admin`] : [];
}
