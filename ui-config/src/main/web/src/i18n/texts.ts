// SPDX-License-Identifier: Apache-2.0
/** The shape of a group of texts, in any language. */
export type Texts<T> = { readonly [K in keyof T]: T[K] extends string ? string : Texts<T[K]> };
