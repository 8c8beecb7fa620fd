// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

/**
 * What something makes of each kind of cure: a text, a change of a program. A kind without its method here does not compile.
 *
 * @param <R> what it makes
 */
public interface CureForm<R> {
    /** Of a {@link Cure.Steps}. */
    R steps(Cure.Steps cure);

    /** Of a {@link Cure.Unchecked}. */
    R unchecked(Cure.Unchecked cure);

    /** Of a {@link Cure.Refuted}. */
    R refuted(Cure.Refuted cure);

    /** Of a {@link Cure.InsertCommand}. */
    R insertCommand(Cure.InsertCommand cure);

    /** Of a {@link Cure.InsertOperation}. */
    R insertOperation(Cure.InsertOperation cure);

    /** Of a {@link Cure.MoveOperation}. */
    R moveOperation(Cure.MoveOperation cure);

    /** Of a {@link Cure.WaitForFence}. */
    R waitForFence(Cure.WaitForFence cure);

    /** Of a {@link Cure.WaitForSemaphore}. */
    R waitForSemaphore(Cure.WaitForSemaphore cure);

    /** Of a {@link Cure.WaitForHost}. */
    R waitForHost(Cure.WaitForHost cure);

    /** Of a {@link Cure.WaitForAcquire}. */
    R waitForAcquire(Cure.WaitForAcquire cure);

    /** Of a {@link Cure.Share}. */
    R share(Cure.Share cure);

    /** Of a {@link Cure.HandOver}. */
    R handOver(Cure.HandOver cure);

    /** Of a {@link Cure.HandOverOrShare}. */
    R handOverOrShare(Cure.HandOverOrShare cure);

    /** Of a {@link Cure.ExtendBarrier}. */
    R extendBarrier(Cure.ExtendBarrier cure);

    /** Of a {@link Cure.WidenSemaphore}. */
    R widenSemaphore(Cure.WidenSemaphore cure);

    /** Of a {@link Cure.ExtendExternalDependency}. */
    R extendExternalDependency(Cure.ExtendExternalDependency cure);

    /** Of a {@link Cure.StoreNone}. */
    R storeNone(Cure.StoreNone cure);

    /** Of a {@link Cure.SubpassDependency}. */
    R subpassDependency(Cure.SubpassDependency cure);

    /** Of a {@link Cure.SeparateLines}. */
    R separateLines(Cure.SeparateLines cure);

    /** Of a {@link Cure.Masks}. */
    R masks(Cure.Masks cure);

    /** Of a {@link Cure.Layout}. */
    R layout(Cure.Layout cure);

    /** Of a {@link Cure.Transition}. */
    R transition(Cure.Transition cure);

    /** Of a {@link Cure.ByRegion}. */
    R byRegion(Cure.ByRegion cure);

    /** Of a {@link Cure.Instead}. */
    R instead(Cure.Instead cure);

    /** Of a {@link Cure.Note}. */
    R note(Cure.Note cure);

    /** Of a {@link Cure.Words}. */
    R words(Cure.Words cure);
}
