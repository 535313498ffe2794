import { done } from '../../../http/envelope.ts';
import { EMAIL_KINDS, type EmailKind } from '../../../store/tables/outbox.ts';
import { list, named, object, oneOf, string, text } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { invalid } from '../query-parameters.ts';
import { EmailKindName } from './schema.ts';

export const adminPreviewEmail = adminOperation(
  {
    id: 'adminPreviewEmail',
    summary: 'Preview an e-mail',
    description: 'Renders sample contents with the texts and colours of this deployment.',
    tag: 'Administration: e-mails',
    message: 'Preview',
    query: {
      kind: { ...oneOf(EMAIL_KINDS), default: EMAIL_KINDS[0] },
      language: text('One of `languages` in the answer; by default the first of them.'),
    },
    answers: named(
      'EmailPreview',
      object({
        kind: EmailKindName,
        language: string(),
        languages: list(string()),
        subject: string({ examples: ['Verify your account'] }),
        text: string(),
        html: string(),
      }),
    ),
  },
  async ({ services, query }) => {
    const { languages, previewEmail: preview } = services.system;
    const { kind = EMAIL_KINDS[0], language = languages[0] ?? '' } = query;
    if (!languages.includes(language)) throw invalid('language', `must be one of ${languages.join(', ')}`);
    // One of EMAIL_KINDS, because the declaration above accepts no other.
    const { subject, text: plain, html } = preview(kind as EmailKind, language);
    return done({ kind, language, languages, subject, text: plain, html });
  },
);
