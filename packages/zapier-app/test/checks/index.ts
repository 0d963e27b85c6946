/**
 * Zapier's checks of a definition, without Zapier: it publishes what they look for, and makes them on its own server
 * when a version is uploaded. Written from the "Integration check reference" of Zapier's documentation.
 *
 * There are no D019 and D020 in it. D026 needs the app to be run (`domainsAreChecked`). D027, that the newest version of
 * the platform is used, needs the registry and is not made here. Where Zapier's own words leave open how a thing is told
 * (what looks like an ID, a date, a title), the check here is one reading of them: to pass here is no promise of passing
 * there.
 */
import { connectionLabel, inputArrivesAsItIs, linkToTheKey, noSecretsInSteps } from './connection.ts';
import type { Check, Definition, Finding } from './definition.ts';
import {
  actionsAsk,
  dropdownsExist,
  idsArePicked,
  offeredSearchesExist,
  offeredSearchesFit,
  searchesAsk,
  searchOrCreatesExist,
} from './fields.ts';
import { hooksCanBeAsked, hooksSubscribe, moreThanAHook } from './hooks.ts';
import { samplesExist, samplesFitTheirFields, samplesHaveIsoDates, samplesHaveTheirKey } from './samples.ts';
import { harmlessAddresses, helpSaysMore, httpsOnly, titles, triggerDescriptions, wholeLinks } from './texts.ts';

/** Those that a definition alone decides. */
export const CHECKS: Readonly<Record<string, Check>> = {
  D001: noSecretsInSteps,
  D002: linkToTheKey,
  D003: connectionLabel,
  D004: idsArePicked,
  D005: dropdownsExist,
  D006: hooksCanBeAsked,
  D007: httpsOnly,
  D008: wholeLinks,
  D009: searchesAsk,
  D010: samplesHaveTheirKey,
  D011: helpSaysMore,
  D012: samplesExist,
  D013: offeredSearchesExist,
  D014: offeredSearchesFit,
  D015: searchOrCreatesExist,
  D016: moreThanAHook,
  D017: hooksSubscribe,
  D018: titles,
  D021: triggerDescriptions,
  D022: actionsAsk,
  D023: samplesHaveIsoDates,
  D024: samplesFitTheirFields,
  D025: harmlessAddresses,
  D028: inputArrivesAsItIs,
};

/** Everything that they find. */
export const checkDefinition = (app: Definition): Finding[] => Object.values(CHECKS).flatMap((check) => check(app));

export { domainsAreChecked, type Refuses } from './connection.ts';
export { mismatches, promisedBy, type Mismatch, type Promised } from './results.ts';
export type { Definition, Finding, OutputField } from './definition.ts';
