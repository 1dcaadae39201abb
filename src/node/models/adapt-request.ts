import type { ModelRequest } from '../../core/ports/model';

/** How one endpoint wants to be asked. Found out by its own refusals, and kept while it is open. */
export interface RequestForm {
  readonly schema: 'json_schema' | 'json_object' | 'none';
  readonly limit: 'max_tokens' | 'max_completion_tokens' | 'none';
  readonly temperature: boolean;
  readonly stream: boolean;
  readonly streamOptions: boolean;
  /** False: what the system says is put before the first question. */
  readonly systemRole: boolean;
}

export const firstForm: RequestForm = {
  schema: 'json_schema',
  limit: 'max_tokens',
  temperature: true,
  stream: true,
  streamOptions: true,
  systemRole: true,
};

/** The next form to try after a refusal that names a parameter of ours. Null: the refusal is about something else. */
export function adaptForm(form: RequestForm, refusal: string): RequestForm | null {
  const text = refusal.toLowerCase();
  if (form.schema !== 'none' && /response_format|json_schema|json_object|structured|grammar|schema/.test(text)) {
    return { ...form, schema: form.schema === 'json_schema' ? 'json_object' : 'none' };
  }
  if (form.limit !== 'none' && /max_(?:completion_)?tokens/.test(text)) {
    return { ...form, limit: form.limit === 'max_tokens' ? 'max_completion_tokens' : 'none' };
  }
  if (form.temperature && /temperature/.test(text)) return { ...form, temperature: false };
  if (form.streamOptions && /stream_options|include_usage/.test(text)) return { ...form, streamOptions: false };
  if (form.stream && /\bstream/.test(text)) return { ...form, stream: false, streamOptions: false };
  if (form.systemRole && /system/.test(text) && /role|message|prompt|support/.test(text)) {
    return { ...form, systemRole: false };
  }
  return null;
}

/** The request's body in this form. */
export function bodyOf(request: ModelRequest, form: RequestForm): string {
  return JSON.stringify({
    model: request.model,
    messages: form.systemRole ? request.messages : withoutSystem(request.messages),
    ...(form.temperature ? { temperature: request.temperature } : {}),
    ...(form.limit === 'none' ? {} : { [form.limit]: request.maxOutputTokens }),
    ...(form.stream ? { stream: true } : {}),
    ...(form.stream && form.streamOptions ? { stream_options: { include_usage: true } } : {}),
    ...responseFormat(request, form),
  });
}

function responseFormat(request: ModelRequest, form: RequestForm): Readonly<Record<string, unknown>> {
  if (form.schema === 'none') return {};
  if (form.schema === 'json_object') return { response_format: { type: 'json_object' } };
  const { name, body: schema } = request.schema;
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } } };
}

function withoutSystem(messages: ModelRequest['messages']): ModelRequest['messages'] {
  const told = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const [first, ...others] = messages.filter(({ role }) => role !== 'system');
  if (!first || told.length === 0) return messages;
  return [{ role: first.role, content: [...told, first.content].join('\n\n') }, ...others];
}
