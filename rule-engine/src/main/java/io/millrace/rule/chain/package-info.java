// SPDX-License-Identifier: Apache-2.0
/** Rule chains as data: the versions that run, and the documents in which chains are stored, exported and imported. */
@NullMarked
package io.millrace.rule.chain;

import org.jspecify.annotations.NullMarked;
