/** Text that is already HTML. Everything else is escaped when it is inserted into HTML. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Content = Html | string | number | false | undefined | readonly Content[];

/** html`<p>${anything}</p>`: output is encoded by default. Besides templates, only forms.ts creates Html. */
export const html = (literals: TemplateStringsArray, ...contents: Content[]): Html =>
  new Html(literals.map((literal, index) => literal + encode(contents[index])).join(''));

function encode(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Html) return content.toString();
  if (typeof content === 'object') return content.map(encode).join('');
  return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
