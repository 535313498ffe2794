/** The parts of Swagger UI that we use; its package has no types. */
export interface SwaggerUi {
  readonly preauthorizeApiKey: (scheme: string, token: string) => void;
  readonly authActions: { readonly logout: (schemes: readonly string[]) => void };
}

interface Answer {
  readonly body?: unknown;
}

interface SwaggerUiOptions {
  readonly responseInterceptor: (answer: Answer) => Answer;
  readonly [option: string]: unknown;
}

declare global {
  /** The global of a script that runs before ours. */
  var SwaggerUIBundle: (options: SwaggerUiOptions) => SwaggerUi;
}
