// SPDX-License-Identifier: Apache-2.0
/** What an editor of rule chains must know of the types of nodes. */
@NullMarked
package io.millrace.server.chains.component;

import org.jspecify.annotations.NullMarked;
