// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a node to the catalogue, the editor and the documentation. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface NodeType {

    /** Millrace's own id of the type: {@code filter.script}. */
    String id();

    /** The class name by which ThingsBoard's exports name the type, or empty where it has no such node. */
    String alias() default "";

    NodeGroup group();

    /** What the palette shows. */
    String name();

    /** One or two sentences for the person who chooses a node. */
    String description();

    /** The labels by which messages leave, {@code Failure} not among them: every node has that. */
    String[] labels() default {NodeResult.SUCCESS};

    /** Whether connections may bear labels besides {@link #labels()}. */
    boolean customLabels() default false;

    /** Version of the configuration, as ThingsBoard counts it. */
    int version() default 0;

    /** Whether the node does something that is felt outside the message: stores, sends, calls, logs. */
    boolean effect() default false;

    /**
     * Whether its answers wait for Millrace's own stores. While these are away its messages wait and none fails, so it
     * has neither a bound of its own nor a breaker: the queue's room bounds what waits in it.
     */
    boolean waitsForStore() default false;

    /** Whether it makes messages by itself, so that no connection has to lead to it. */
    boolean source() default false;

    /** Whether a person chooses a queue for each node of this type. */
    boolean choosesQueue() default false;
}
