// SPDX-License-Identifier: Apache-2.0
/** The node that sends emails by SMTP. */
@NullMarked
package io.millrace.node.mail;

import org.jspecify.annotations.NullMarked;
