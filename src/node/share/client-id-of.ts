/** Of the OAuth app that a build offers signing in by: the bundler puts it in. */
declare const REPRISE_BUILD_GIST_CLIENT_ID: string | undefined;

/** Client id of the OAuth app that people sign in by: of the user's environment, else of the build. Null: none, and signing in is not offered. */
export function clientIdOf(environmentBlock: Readonly<Record<string, string | undefined>>): string | null {
  const ofBuild = typeof REPRISE_BUILD_GIST_CLIENT_ID === 'undefined' ? '' : REPRISE_BUILD_GIST_CLIENT_ID;
  const id = environmentBlock['REPRISE_GIST_CLIENT_ID'] || ofBuild;
  return /^[\w.-]{1,100}$/.test(id) ? id : null;
}
