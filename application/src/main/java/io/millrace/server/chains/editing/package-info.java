// SPDX-License-Identifier: Apache-2.0
/** Editing of rule chains: the service, its REST endpoints, renamed labels, and the chains' choice of queues. */
@NullMarked
package io.millrace.server.chains.editing;

import org.jspecify.annotations.NullMarked;
