// SPDX-License-Identifier: Apache-2.0
/**
 * What deletions leave behind: triggers note each deleted entity, and its data in the large tables is erased after the
 * deletion. One transaction deletes a tenant with its entities.
 */
@NullMarked
package io.millrace.server.registry.deletion;

import org.jspecify.annotations.NullMarked;
