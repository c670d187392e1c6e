// SPDX-License-Identifier: Apache-2.0
/** What the profiles of devices and of assets have in common. */
@NullMarked
package io.millrace.server.registry.profile;

import org.jspecify.annotations.NullMarked;
