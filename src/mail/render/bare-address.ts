/** The address of a mailbox such as `Example <no-reply@example.com>`. */
export const bareAddress = (mailbox: string): string => /<([^>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
