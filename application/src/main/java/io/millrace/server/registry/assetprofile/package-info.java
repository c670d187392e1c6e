// SPDX-License-Identifier: Apache-2.0
/** Asset profiles: what assets of one kind have in common, such as the rule chain that their messages enter. */
@NullMarked
package io.millrace.server.registry.assetprofile;

import org.jspecify.annotations.NullMarked;
