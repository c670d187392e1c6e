// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of the actor library. Tests of behaviour run on one thread with a manual clock, tests of races on several
 * threads.
 *
 * <p>The classes called {@code *Stress} are races for <a href="https://github.com/openjdk/jcstress">jcstress</a>: it
 * runs each some hundred thousand times and collects the results. Every result that a race does not name as
 * acceptable is forbidden. Together they check that
 *
 * <ul>
 *   <li>the queues lose nothing, give nothing twice, keep each producer's order and hold their bound
 *       ({@link io.millrace.actor.internal.mailbox.QueueStress}, {@link io.millrace.actor.dispatcher.TaskRingStress});
 *   <li>a mailbox misses no wake-up, is run by one thread at a time, and processes or gives back each message once,
 *       also while it goes idle, is suspended or ends ({@link io.millrace.actor.internal.mailbox.MailboxStress});
 *   <li>an actor ends once, and each of its lives, when its stop meets a failure, a restart or another stop
 *       ({@link io.millrace.actor.internal.cell.LifecycleStress});
 *   <li>a watcher is notified of the end once ({@link io.millrace.actor.internal.cell.WatchStress});
 *   <li>a question ends once and leaves nothing behind ({@link io.millrace.actor.internal.ask.AskStress}).
 * </ul>
 *
 * <p>{@code JcstressIT} runs them, briefly in every build and for longer with {@code -Psoak}. To run only them:
 * {@code ./mvnw verify -pl actors -am -Dtest=none -Dit.test=JcstressIT -Dsurefire.failIfNoSpecifiedTests=false
 * -Dfailsafe.failIfNoSpecifiedTests=false}; for one of them add {@code -Djcstress.arguments="-m quick -t AskStress"}.
 */
package io.millrace.actor;
