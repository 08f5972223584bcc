// What Cairn uses of Darwin's C interface and Linux lacks, with the same names and types, done with Linux's means.
#pragma once
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define F_FULLFSYNC 51
// Anything harmless that a socket can be told.
#define SO_NOSIGPIPE SO_KEEPALIVE
#define SO_NWRITE SO_SNDBUF

typedef int integer_t;
typedef unsigned int natural_t;
typedef natural_t mach_port_t;
typedef mach_port_t thread_t;
typedef thread_t thread_act_t;
typedef int kern_return_t;
typedef natural_t mach_msg_type_number_t;
typedef natural_t thread_flavor_t;
typedef integer_t *thread_info_t;
typedef struct time_value { integer_t seconds, microseconds; } time_value_t;
struct thread_basic_info {
  time_value_t user_time, system_time;
  integer_t cpu_usage, policy, run_state, flags, suspend_count, sleep_time;
};
#define THREAD_BASIC_INFO 3
#define KERN_SUCCESS 0
#define TH_STATE_RUNNING 1
#define TH_STATE_WAITING 3

// Of the current thread, which is the only one that it is asked for.
static inline mach_port_t pthread_mach_thread_np(pthread_t thread) {
  (void)thread;
  extern long syscall(long, ...);
  return (mach_port_t)syscall(186 /* gettid */);
}

static inline kern_return_t thread_info(thread_act_t thread, thread_flavor_t flavor, thread_info_t _Nullable info,
                                        mach_msg_type_number_t *_Nonnull count) {
  char path[64], line[512];
  if (flavor != THREAD_BASIC_INFO || *count < sizeof(struct thread_basic_info) / sizeof(natural_t)) return 4;
  snprintf(path, sizeof path, "/proc/self/task/%u/stat", thread);
  FILE *file = fopen(path, "re");
  if (!file) return 4;
  char *read = fgets(line, sizeof line, file);
  fclose(file);
  char *end = read ? strrchr(line, ')') : NULL;
  if (!end || !info) return 4;
  struct thread_basic_info *basic = (struct thread_basic_info *)info;
  memset(basic, 0, sizeof *basic);
  basic->run_state = end[2] == 'R' ? TH_STATE_RUNNING : TH_STATE_WAITING;
  return KERN_SUCCESS;
}
