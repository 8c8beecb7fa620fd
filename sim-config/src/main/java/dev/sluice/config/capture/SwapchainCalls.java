// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.calls.Change;
import dev.sluice.config.stream.GraphicsFile;
import dev.sluice.config.stream.HostStep.AcquireNextImage;
import dev.sluice.config.stream.HostStep.QueuePresent;
import dev.sluice.config.stream.HostStep.SemaphoreUse;
import dev.sluice.device.MemoryProperty;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Swapchains, acquisition and presentation of their images. */
final class SwapchainCalls {
    private final CaptureSession session;
    private final ImageCalls images;
    private final Queues queues;
    private final SyncCalls sync;
    private final Map<Long, Swapchain> swapchains = new LinkedHashMap<>();

    private static final class Swapchain {
        private final Named name;
        private final long handle;
        private final Struct info;
        private final List<Image> images = new ArrayList<>();
        /** Handles of {@code images}. */
        private final List<Long> handles = new ArrayList<>();
        /** The images in the order in which the program got them. */
        private final List<Integer> acquired = new ArrayList<>();

        private Swapchain(Named name, long handle, Struct info) {
            this.name = name;
            this.handle = handle;
            this.info = info;
        }

        /** The shortest list that gives the images in the right order when it is gone through again and again. */
        private List<Named> order() {
            int period = 1;
            while (!repeats(period)) {
                period++;
            }
            List<Named> order = new ArrayList<>();
            acquired.subList(0, period).forEach(image -> order.add(images.get(image).name));
            return order;
        }

        private boolean repeats(int period) {
            for (int i = period; i < acquired.size(); i++) {
                if (!acquired.get(i).equals(acquired.get(i - period))) {
                    return false;
                }
            }
            return true;
        }
    }

    SwapchainCalls(CaptureSession session, ImageCalls images, Queues queues, SyncCalls sync) {
        this.session = session;
        this.images = images;
        this.queues = queues;
        this.sync = sync;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCreateSwapchainKHR", args -> {
            long handle = args.handle("pSwapchain");
            swapchains.put(
                    handle, new Swapchain(session.named("swapchain", handle), handle, args.struct("pCreateInfo")));
        });
        handlers.put("vkGetSwapchainImagesKHR", this::getImages);
        handlers.put("vkAcquireNextImageKHR", args -> acquire(args, args));
        handlers.put("vkAcquireNextImage2KHR", args -> acquire(args, args.struct("pAcquireInfo")));
        handlers.put("vkQueuePresentKHR", this::present);
    }

    /** Declares the swapchains of which images were acquired, and forgets the images of the others. */
    void finish() {
        for (Swapchain swapchain : swapchains.values()) {
            if (!swapchain.acquired.isEmpty()) {
                session.swapchains()
                        .put(swapchain.name, () -> new GraphicsFile.Swapchain(Named.texts(swapchain.order())));
            } else if (swapchain.images.stream().noneMatch(Image::used)) {
                session.memories().remove(-swapchain.handle);
                swapchain.handles.forEach(session.images()::remove);
            }
        }
    }

    /** The capture shows no memory of these images: they get one of their own. */
    private void getImages(Struct args) {
        Swapchain swapchain = swapchains.get(args.handle("swapchain"));
        if (swapchain == null || !swapchain.images.isEmpty()) {
            return;
        }
        Struct info = swapchain.info;
        Struct extent = info.struct("imageExtent");
        long size = 0;
        for (long handle : args.handles("pSwapchainImages")) {
            Image image = images.image(
                    handle,
                    info.text("imageFormat"),
                    List.of(extent.number("width"), extent.number("height"), 1L),
                    List.of(info.number("imageArrayLayers", 1), 1L, 1L),
                    Tiling.OPTIMAL,
                    info.number("imageUsage", 0),
                    ImageLayout.UNDEFINED.name());
            if (image == null) {
                return;
            }
            swapchain.images.add(image);
            swapchain.handles.add(handle);
            image.needs(image.neededSize());
            size = next(size, image) + image.neededSize();
        }
        if (size == 0) {
            return;
        }
        session.notes.once("images of swapchains get memory of their own, which the capture does not show");
        Memory memory = new Memory(
                session.extra("swapchainMemory", swapchain.handle),
                size,
                MemoryMatch.nearest(EnumSet.of(MemoryProperty.DEVICE_LOCAL), session.target.memoryTypes()),
                session.target.bufferImageGranularity());
        session.memories().put(-swapchain.handle, memory);
        long at = 0;
        for (int i = 0; i < swapchain.images.size(); i++) {
            Image image = swapchain.images.get(i);
            at = next(at, image);
            image.bind(memory, at);
            at += image.neededSize();
            session.images().put(swapchain.handles.get(i), image);
        }
    }

    /** Where the next image goes: on pages of its own, as if it had an allocation of its own. */
    private long next(long at, Image image) {
        long multiple = Math.max(image.alignment(), session.target.bufferImageGranularity());
        return (at + multiple - 1) / multiple * multiple;
    }

    private void acquire(Struct args, Struct info) {
        Swapchain swapchain = swapchains.get(info.handle("swapchain"));
        String result = args.call().result();
        if (swapchain == null || swapchain.images.isEmpty()) {
            session.dropped.call(
                    args.call(), Change.SYNCHRONIZATION, "the capture does not say which images the swapchain has");
            return;
        }
        if (result.equals("VK_TIMEOUT") || result.equals("VK_NOT_READY")) {
            session.notes.count("acquisitions that got no image are left out");
            return;
        }
        int index = DescriptorCalls.small(args, "pImageIndex");
        if (index >= swapchain.images.size()) {
            throw args.error("pImageIndex", index + " is not below " + swapchain.images.size());
        }
        swapchain.acquired.add(index);
        long semaphore = info.handle("semaphore");
        Semaphores.Use signal = semaphore == 0 ? null : sync.semaphores().signal(info, semaphore, 0, null);
        Named fence = sync.submittedFence(info.handle("fence"));
        session.host(
                args.call(),
                () -> new AcquireNextImage(
                        swapchain.name.toString(),
                        signal == null ? null : signal.name(),
                        fence == null ? null : fence.toString()));
    }

    private void present(Struct args) {
        Struct info = args.struct("pPresentInfo");
        List<Long> handles = info.handles("pSwapchains");
        List<Long> indices = info.numbers("pImageIndices");
        List<Shown> shown = new ArrayList<>();
        for (int i = 0; i < Math.min(handles.size(), indices.size()); i++) {
            Swapchain swapchain = swapchains.get(handles.get(i));
            if (swapchain != null && indices.get(i) >= 0 && indices.get(i) < swapchain.images.size()) {
                int index = indices.get(i).intValue();
                swapchain.images.get(index).use();
                shown.add(new Shown(swapchain, index));
            }
        }
        if (shown.isEmpty()) {
            session.dropped.call(args.call(), Change.WORK, "the capture does not say which images the swapchain has");
        }
        List<Semaphores.Use> waits = sync.semaphores().presented(info, !shown.isEmpty());
        String queue = queues.name(args.handle("queue"));
        if (shown.size() > 1 && shown.stream().allMatch(Shown::acquired)) {
            session.host(args.call(), () -> together(queue, Semaphores.Use.kept(waits), shown));
            return;
        }
        for (int i = 0; i < shown.size(); i++) {
            Shown one = shown.get(i);
            boolean latest = one.latest();
            // the only form for images that the capture acquires nowhere; the first takes the waits of all
            List<Semaphores.Use> first = i == 0 ? waits : List.of();
            session.host(args.call(), () -> one.presentation(queue, Semaphores.Use.kept(first), latest));
        }
    }

    /** One presentation of images of several swapchains, all of which wait for the same. */
    private static QueuePresent together(String queue, List<SemaphoreUse> waits, List<Shown> shown) {
        return new QueuePresent(
                queue,
                waits,
                List.of(),
                null,
                null,
                shown.stream().map(one -> one.swapchain().name.toString()).toList(),
                shown.stream().map(Shown::turn).toList());
    }

    /** An image that a presentation shows. */
    private record Shown(Swapchain swapchain, int number) {
        private Named image() {
            return swapchain.images.get(number).name;
        }

        /** Whether the program has acquired it. */
        boolean acquired() {
            return swapchain.acquired.contains(number);
        }

        /** Whether it was acquired last. */
        boolean latest() {
            return acquired() && swapchain.acquired.get(swapchain.acquired.size() - 1) == number;
        }

        /** Its place among the images of the stream's swapchain, once all acquisitions are known. */
        int turn() {
            return swapchain.order().indexOf(image());
        }

        QueuePresent presentation(String queue, List<SemaphoreUse> waits, boolean latest) {
            return new QueuePresent(
                    queue,
                    waits,
                    List.of(),
                    latest ? swapchain.name.toString() : null,
                    latest ? null : image().toString(),
                    List.of(),
                    List.of());
        }
    }
}
