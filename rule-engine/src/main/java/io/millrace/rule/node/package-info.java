// SPDX-License-Identifier: Apache-2.0
/** What a rule node is: its code, its configuration, its descriptor, and what it may answer. The nodes themselves stand in the packages below. */
@NullMarked
package io.millrace.rule.node;

import org.jspecify.annotations.NullMarked;
