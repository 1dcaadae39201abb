import { HTTPS_PORT, placeOfUrl, readPlace, type Place } from '../../network/place';

/** What an installation may reach: the indexes by their own ports, and the hosts that the user, or our list, names besides. */
export function allowedPlaces(given: {
  readonly indexes: readonly string[];
  readonly hosts: readonly string[];
}): readonly Place[] {
  const indexes = given.indexes.flatMap((index) => placeOfUrl(index) ?? []);
  const hosts = given.hosts.flatMap((host) => readPlace(host.includes(':') ? host : `${host}:${HTTPS_PORT}`) ?? []);
  return [...indexes, ...hosts];
}

export function isAllowed(place: Place, allowed: readonly Place[]): boolean {
  return allowed.some(({ host, port }) => host === place.host && port === place.port);
}
