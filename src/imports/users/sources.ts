import { aspNetIdentity } from './aspnet-identity.ts';
import { auth0 } from './auth0.ts';
import { betterAuth } from './better-auth.ts';
import { django } from './django.ts';
import { firebase } from './firebase.ts';
import type { UserSource } from './foreign-user.ts';
import { generic } from './generic.ts';
import { keycloak } from './keycloak.ts';
import { kratos } from './kratos.ts';
import type { Members } from './members.ts';
import { supabase } from './supabase.ts';
import { wordPress } from './wordpress.ts';

/** Sources in the order in which they are tried. The last one accepts every record. */
export const SOURCES: readonly UserSource[] = [
  firebase,
  keycloak,
  kratos,
  supabase,
  auth0,
  django,
  aspNetIdentity,
  wordPress,
  betterAuth,
  generic,
];

export const sourceOf = (record: Members): UserSource => SOURCES.find((source) => source.recognizes(record)) ?? generic;
