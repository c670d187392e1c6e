// SPDX-License-Identifier: Apache-2.0
/** Rule chains as data: immutable versions of nodes and connections, and the check that a version can run. */
@NullMarked
package io.millrace.rule.chain;

import org.jspecify.annotations.NullMarked;
