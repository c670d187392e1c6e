// SPDX-License-Identifier: Apache-2.0
/** What the profiles of devices, of assets and of further kinds of entities share, from the table to the REST calls. */
@NullMarked
package io.millrace.server.registry.profile;

import org.jspecify.annotations.NullMarked;
