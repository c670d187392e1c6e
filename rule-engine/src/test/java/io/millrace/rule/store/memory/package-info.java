// SPDX-License-Identifier: Apache-2.0
/** Stores in memory that keep the contracts, for tests of what uses stores. */
package io.millrace.rule.store.memory;
