/** What a refusal must look like: its code, and how its message reads. */
export function refusal(code: string, message: string | RegExp) {
  return expect.objectContaining({
    name: 'DomainError',
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  }) as Error;
}
