// SPDX-License-Identifier: Apache-2.0
/** Device profiles: what devices of one kind have in common, such as the rule chain that their messages enter. */
@NullMarked
package io.millrace.server.registry.deviceprofile;

import org.jspecify.annotations.NullMarked;
