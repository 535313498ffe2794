/** The token of the newest e-mail to an address, out of the developer's inbox. */
export async function mailedToken(baseUrl: string, email: string): Promise<string> {
  const response = await fetch(`${baseUrl}/dev/inbox?to=${encodeURIComponent(email)}`);
  const { data } = (await response.json()) as { data: { links: string[] }[] };
  const token = new URL(data[0]?.links[0] ?? '').searchParams.get('token');
  if (token === null) throw new Error('the e-mail has no link with a token');
  return token;
}

export const REGISTRATION = {
  full_name: 'Ada Lovelace',
  password: 'Correct1Horse',
  industry: 'Software',
};
