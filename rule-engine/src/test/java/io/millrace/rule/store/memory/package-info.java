// SPDX-License-Identifier: Apache-2.0
/** Stores in memory that fulfil the contracts, for tests of their users. */
package io.millrace.rule.store.memory;
