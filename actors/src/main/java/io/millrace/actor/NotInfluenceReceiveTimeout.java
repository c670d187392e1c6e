// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/** A message that does not restart the {@linkplain ActorContext#setReceiveTimeout receive timeout} of its recipient. */
public interface NotInfluenceReceiveTimeout {}
