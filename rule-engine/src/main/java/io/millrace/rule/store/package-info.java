// SPDX-License-Identifier: Apache-2.0
/** What nodes and the engine read and write, as narrow interfaces in their own terms. The application implements them. */
@NullMarked
package io.millrace.rule.store;

import org.jspecify.annotations.NullMarked;
