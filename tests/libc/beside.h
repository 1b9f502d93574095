/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls with memory that another thread accesses beside them. Each row has a
 * name, what is done before, the memory (an integer), the call that fills or
 * reads it, and what the other thread does before or after its own access: it
 * must matter whether that is before the call.
 */
BESIDE(getsockname, fd = socket(AF_UNIX, SOCK_STREAM, 0), length,
       getsockname(fd, SOCKADDR(address), &length), bind_to(fd, "d"))
BESIDE(getsockname_name, fd = socket(AF_UNIX, SOCK_STREAM, 0),
       address.sun_path[0], getsockname(fd, SOCKADDR(address), &length),
       bind_to(fd, "d"))
BESIDE(getpeername, connecting(), length,
       getpeername(fd, SOCKADDR(address), &length), connect_to(fd, "s"))
BESIDE(accept, listening(), length, accept(fd, SOCKADDR(address), &length) >= 0,
       accept(fd, NULL, NULL) >= 0)
BESIDE(accept4, listening(), address.sun_family,
       accept4(fd, SOCKADDR(address), &length, SOCK_NONBLOCK) >= 0,
       accept(fd, NULL, NULL) >= 0)
BESIDE(bind,
       (fd = socket(AF_UNIX, SOCK_STREAM, 0), address.sun_family = AF_UNIX,
        address.sun_path[0] = 'd'),
       address.sun_path[0], bind(fd, SOCKADDR(address), sizeof address),
       access("d", F_OK) + 2 * access("\10", F_OK))
BESIDE(connect, connecting(), address.sun_path[0],
       connect(fd, SOCKADDR(address), sizeof address), unlink("s"))
BESIDE(getsockopt, fd = socket(AF_UNIX, SOCK_STREAM, 0), value,
       getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &value, &length),
       (bind_to(fd, "d"), listen(fd, 1)))
BESIDE(getsockopt_value, fd = socket(AF_UNIX, SOCK_STREAM, 0), value,
       getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &value, &length),
       set_option(fd, SO_SNDBUF, 20000))
BESIDE(setsockopt, fd = socket(AF_UNIX, SOCK_STREAM, 0), value,
       setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &value, sizeof value),
       get_option(fd, SO_KEEPALIVE))
BESIDE(getrlimit, set_lock(50), limit.rlim_cur,
       getrlimit(RLIMIT_MEMLOCK, &limit), set_lock(60))
BESIDE(setrlimit, (set_lock(50), limit.rlim_max = old.rlim_max), limit.rlim_cur,
       setrlimit(RLIMIT_MEMLOCK, &limit), lock_limit())
BESIDE(prlimit, set_lock(50), limit.rlim_cur,
       prlimit(0, RLIMIT_MEMLOCK, NULL, &limit), set_lock(60))
BESIDE(getitimer, (signal(SIGALRM, SIG_IGN), alarm(1000)),
       interval.it_value.tv_sec, getitimer(ITIMER_REAL, &interval),
       alarm(0) > 0)
BESIDE(setitimer, signal(SIGALRM, SIG_IGN), interval.it_value.tv_usec,
       setitimer(ITIMER_REAL, &interval, NULL), alarm(0) > 0)
BESIDE(setitimer_old, (signal(SIGALRM, SIG_IGN), alarm(1000)),
       interval.it_value.tv_sec, setitimer(ITIMER_REAL, &none, &interval),
       alarm(0) > 0)
BESIDE(timer_gettime, timer_of(1000), time.it_value.tv_sec,
       timer_gettime(timer, &time), set_timer(0))
BESIDE(timer_settime, timer_of(0), time.it_value.tv_sec,
       timer_settime(timer, 0, &time, NULL), set_timer(0))
BESIDE(timer_settime_old, timer_of(1000), time.it_value.tv_sec,
       timer_settime(timer, 0, &never, &time), set_timer(0))
BESIDE(timerfd_gettime, (fd = timerfd_create(CLOCK_MONOTONIC, 0)),
       time.it_interval.tv_sec, timerfd_gettime(fd, &time), set_timerfd())
BESIDE(timerfd_settime, (fd = timerfd_create(CLOCK_MONOTONIC, 0)),
       time.it_value.tv_sec, timerfd_settime(fd, 0, &never, &time),
       set_timerfd())
BESIDE(sigaction, signal(SIGUSR1, SIG_IGN), handler_of(action),
       sigaction(SIGUSR1, NULL, &action), signal(SIGUSR1, SIG_DFL) == SIG_IGN)
BESIDE(sigaction_new, action.sa_handler = SIG_IGN, handler_of(action),
       sigaction(SIGUSR1, &action, NULL), signal(SIGUSR1, SIG_DFL) == SIG_IGN)
BESIDE(sigpending, blocked(SIGUSR1), *(int *)&set, sigpending(&set),
       kill(getpid(), SIGUSR1))
BESIDE(sigtimedwait, (blocked(SIGUSR1), kill(getpid(), SIGUSR1)), info.si_signo,
       sigtimedwait(signals(), &info, &at_once), take_signal())
BESIDE(sigwait, (blocked(SIGUSR1), kill(getpid(), SIGUSR1)), value,
       sigwait(signals(), &value), send_signal())
BESIDE(poll, (pipe(ends), fds = {ends[0], POLLIN, 0}, 0), fds.revents,
       poll(&fds, 1, 0), write(ends[1], "a", 1))
BESIDE(ppoll, (pipe(ends), fds = {ends[0], POLLIN, 0}, 0), fds.revents,
       ppoll(&fds, 1, &at_once, NULL), write(ends[1], "a", 1))
BESIDE(poll_events, (pipe(ends), fds = {ends[0], POLLIN, 0}, 0), fds.events,
       poll(&fds, 1, 0), write(ends[1], "a", 1))
BESIDE(select, (pipe(ends), FD_SET(ends[0], &fd_bits)), *(short *)&fd_bits,
       select(10, &fd_bits, NULL, NULL, &zero), write(ends[1], "a", 1))
BESIDE(epoll_wait, (fd = epoll_of(other = eventfd(0, 0))), event.events,
       epoll_wait(fd, &event, 1, 0), eventfd_write(other, 1))
BESIDE(epoll_ctl,
       (fd = epoll_create1(0), other = eventfd(1, 0), event.events = EPOLLIN),
       event.events, epoll_ctl(fd, EPOLL_CTL_ADD, other, &event), ({
           struct epoll_event e;
           epoll_wait(fd, &e, 1, 0);
       }))
BESIDE(read, opened_f(), text[0], read(fd, text, 3), close(fd))
BESIDE(read_pipe, (pipe(ends), fcntl(ends[0], F_SETFL, O_NONBLOCK)), text[0],
       read(ends[0], text, 3), write(ends[1], "abc", 3))
BESIDE(pread, opened_f(), text[0], pread(fd, text, 3, 0), ftruncate(fd, 0))
BESIDE(readv, opened_f(), text[0], readv(fd, &vector, 1), close(fd))
BESIDE(preadv, opened_f(), text[0], preadv(fd, &vector, 1, 0), close(fd))
BESIDE(write, opened_f(), text[0], write(fd, text, 3), close(fd))
BESIDE(write_look, opened_f(), text[0], write(fd, text, 3), byte_at(fd))
BESIDE(writev, opened_f(), text[0], writev(fd, &vector, 1), byte_at(fd))
BESIDE(pwrite, opened_f(), text[0], pwrite(fd, text, 3, 0), byte_at(fd))
BESIDE(pwritev, opened_f(), text[0], pwritev(fd, &vector, 1, 0), byte_at(fd))
BESIDE(write_pipe, (pipe(ends), fcntl(ends[0], F_SETFL, O_NONBLOCK)), text[0],
       write(ends[1], text, 1), byte_of(ends[0]))
BESIDE(eventfd_read, fd = eventfd(3, EFD_NONBLOCK), count,
       eventfd_read(fd, &count), eventfd_write(fd, 3))
BESIDE(eventfd_write, fd = eventfd(3, EFD_NONBLOCK), count,
       write(fd, &count, 8), ({
           eventfd_t c = 0;
           eventfd_read(fd, &c);
           c;
       }))
BESIDE(recv, pair_with("abc"), text[0], recv(ends[0], text, 3, MSG_DONTWAIT),
       byte_now(ends[0]))
BESIDE(recvfrom, pair_with("abc"), text[0],
       recvfrom(ends[0], text, 3, MSG_DONTWAIT, NULL, NULL), byte_now(ends[0]))
BESIDE(recvmsg, pair_with("abc"), text[0],
       recvmsg(ends[0], &message, MSG_DONTWAIT), byte_now(ends[0]))
BESIDE(recvmsg_flags, pair_with("abc"), message.msg_flags,
       recvmsg(ends[0], &message, MSG_DONTWAIT), byte_now(ends[0]))
BESIDE(recvmmsg, pair_with("abc"), text[0],
       recvmmsg(ends[0], &messages, 1, MSG_DONTWAIT, NULL), byte_now(ends[0]))
BESIDE(send, pair_with(""), text[0], send(ends[1], text, 1, 0),
       byte_now(ends[0]))
BESIDE(sendto, pair_with(""), text[0], sendto(ends[1], text, 1, 0, NULL, 0),
       byte_now(ends[0]))
BESIDE(sendmsg, pair_with(""), text[0], sendmsg(ends[1], &message, 0),
       byte_now(ends[0]))
BESIDE(sendmmsg, pair_with(""), text[0], sendmmsg(ends[1], &messages, 1, 0),
       byte_now(ends[0]))
BESIDE(pipe, nothing(), ends[0], pipe(ends), open("/dev/null", O_RDONLY))
BESIDE(pipe2, nothing(), ends[0], pipe2(ends, O_CLOEXEC),
       open("/dev/null", O_RDONLY))
BESIDE(socketpair, nothing(), ends[0],
       socketpair(AF_UNIX, SOCK_STREAM, 0, ends), open("/dev/null", O_RDONLY))
BESIDE(fstat, opened_f(), status.st_size, fstat(fd, &status), close(fd))
BESIDE(fstat_size, opened_f(), status.st_size, fstat(fd, &status),
       ftruncate(fd, 1))
BESIDE(stat, nothing(), status.st_size, stat("f", &status), make("f", "abc"))
BESIDE(statx, nothing(), *(int *)&statx_of.stx_size,
       statx(AT_FDCWD, "f", 0, STATX_SIZE, &statx_of), make("f", "abc"))
BESIDE(fstatfs, opened_f(), fs_status.f_bsize, fstatfs(fd, &fs_status),
       close(fd))
BESIDE(statvfs, nothing(), fs_vstatus.f_bsize, statvfs("f", &fs_vstatus),
       make("f", "abc"))
BESIDE(getlk, opened_f(), region.l_type,
       (region = {F_WRLCK, 0, 0, 0, 0}, fcntl(fd, F_OFD_GETLK, &region)),
       lock(open("f", O_RDWR)))
BESIDE(setlk, opened_f(), region.l_type, fcntl(fd, F_OFD_SETLK, &region),
       lock(open("f", O_RDWR)))
BESIDE(fionread, pipe(ends), value, ioctl(ends[0], FIONREAD, &value),
       write(ends[1], "abc", 3))
BESIDE(sem_getvalue, sem_init(&semaphore, 0, 1), value,
       sem_getvalue(&semaphore, &value), sem_post(&semaphore))
BESIDE(sched_getparam, nothing(), value,
       sched_getparam(0, (struct sched_param *)&value), set_scheduler())
BESIDE(pthread_getschedparam, nothing(), value,
       pthread_getschedparam(main_thread, &value, &parameter), set_scheduler())
BESIDE(sched_setparam, nothing(), parameter.sched_priority,
       sched_setparam(0, &parameter), sched_getscheduler(0))
BESIDE(pthread_getname_np, nothing(), text[0],
       pthread_getname_np(main_thread, text, 16),
       pthread_setname_np(main_thread, "set"))
BESIDE(pthread_setname_np, nothing(), text[0],
       pthread_setname_np(main_thread, text), name_of_main())
BESIDE(prctl_name, nothing(), text[0], prctl(PR_GET_NAME, text),
       pthread_setname_np(main_thread, "set"))
BESIDE(pread_offset, (opened_f(), other = open("g", O_CREAT | O_RDWR, 0600)),
       offset, sendfile(other, fd, &offset, 1), size_of("g"))
BESIDE(copy_file_range, (opened_f(), other = open("g", O_CREAT | O_RDWR, 0600)),
       offset, copy_file_range(fd, &offset, other, NULL, 1, 0), size_of("g"))
BESIDE(getcwd, nothing(), text[1], getcwd(text, 16) != NULL, chdir("/tmp"))
BESIDE(readlink, symlink("abc", "d"), text[0], readlink("d", text, 3),
       unlink("d"))
BESIDE(mkdir, strcpy(text, "d"), text[0], mkdir(text, 0777), access("d", F_OK))
BESIDE(open, strcpy(text, "d"), text[0], open(text, O_CREAT, 0777) >= 0,
       access("d", F_OK))
BESIDE(mkstemp, strcpy(text, "tXXXXXX"), text[0], mkstemp(text) >= 0,
       open("/dev/null", O_RDONLY))
BESIDE(shm_open, strcpy(text, "/mazurka-beside"), text[1],
       shm_open(text, O_CREAT | O_RDWR, 0600) >= 0,
       shm_unlink("/mazurka-beside"))
BESIDE(fread, stream = (made_f(), fopen("f", "r+")), text[0],
       fread(text, 1, 1, stream), fgetc(stream))
BESIDE(fgets, stream = (made_f(), fopen("f", "r+")), text[0],
       fgets(text, 3, stream) != NULL, fgetc(stream))
BESIDE(fscanf, stream = (make("f", "5 6 7"), fopen("f", "r+")), value,
       fscanf(stream, "%d", &value), fseek(stream, 1, SEEK_SET))
BESIDE(getline, stream = (made_f(), fopen("f", "r+")), size,
       getline(&line, &size, stream), fgetc(stream))
BESIDE(fwrite, stream = (made_f(), fopen("f", "r+")), text[0],
       fwrite(text, 1, 1, stream), (fflush(stream), byte_in("f")))
BESIDE(fputs, stream = (made_f(), fopen("f", "r+")), text[0],
       fputs(text, stream), (fflush(stream), byte_in("f")))
BESIDE(fprintf, stream = (made_f(), fopen("f", "r+")), text[0],
       fprintf(stream, "%s", text), (fflush(stream), byte_in("f")))
BESIDE(fgetpos, stream = (made_f(), fopen("f", "r+")), *(int *)&position,
       fgetpos(stream, &position), fgetc(stream))
BESIDE(dprintf, opened_f(), text[0], dprintf(fd, "%s", text), byte_in("f"))
BESIDE(setxattr, made_f(), text[0], setxattr("f", "user.a", text, 1, 0),
       unlink("f"))
BESIDE(getxattr, (made_f(), setxattr("f", "user.a", "a", 1, 0)), text[0],
       getxattr("f", "user.a", text, 1), unlink("f"))
BESIDE(utimensat, made_f(), times_of[1].tv_sec,
       utimensat(AT_FDCWD, "f", times_of, 0), time_of("f"))
BESIDE(futimens, opened_f(), times_of[1].tv_sec, futimens(fd, times_of),
       time_of("f"))
BESIDE(utime, made_f(), utimes_of.modtime, utime("f", &utimes_of), time_of("f"))
BESIDE(readdir_r, (made_d(), mkdir("d/e", 0777), folder = opendir("d")),
       entry.d_reclen, readdir_r(folder, &entry, &next), (rewinddir(folder), 0))
BESIDE(waitpid, child = run_true(), value, waitpid(child, &value, WNOHANG) > 0,
       (waitpid(child, NULL, 0) > 0))
BESIDE(mutex_setprioceiling, protected_mutex(), value,
       pthread_mutex_setprioceiling(&mutex, 5, &value), ceiling())
BESIDE(mutex_getprioceiling, protected_mutex(), value,
       pthread_mutex_getprioceiling(&mutex, &value),
       pthread_mutex_setprioceiling(&mutex, 5, &other))
BESIDE(wcslen, wide[0] = 97, wide[1], wcslen(wide), nothing_else())
BESIDE(atoi, strcpy(text, "1"), text[1], (atoi(text)), nothing_else())
BESIDE(inet_addr, strcpy(text, "1.2.3.4"), text[7], inet_addr(text),
       nothing_else())
