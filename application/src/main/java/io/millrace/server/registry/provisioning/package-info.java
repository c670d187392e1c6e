// SPDX-License-Identifier: Apache-2.0
/** Gives devices credentials that ask for them with the key and the secret of a device profile. */
@NullMarked
package io.millrace.server.registry.provisioning;

import org.jspecify.annotations.NullMarked;
