// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { ERC2771Forwarder } from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";
import { Errors } from "@openzeppelin/contracts/utils/Errors.sol";
import { Multicall } from "@openzeppelin/contracts/utils/Multicall.sol";
import { ReentrancyGuardTransient } from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import { ITaskDeposits } from "../../src/interfaces/ITaskDeposits.sol";
import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { LyingUSDC } from "../mocks/LyingUSDC.sol";
import { HostileUSDC } from "../mocks/HostileUSDC.sol";
import { OddWallet } from "../mocks/OddWallet.sol";
import { Wallet1271 } from "../mocks/Wallet1271.sol";
import { Base } from "../Base.t.sol";

/// @notice Attacks by the sender of what a party signed.
contract Relayed is Base {
    function assertForwardReverts(ERC2771Forwarder.ForwardRequestData memory request, bytes memory reason) private {
        vm.expectRevert(reason);
        forwarder.execute(request);
    }

    /*//////////////////////////////////////////////////////////////
                    N1: THE RELAYER CHANGES THE TERMS
    //////////////////////////////////////////////////////////////*/

    function assertNotCreated(ITaskEscrow.Terms memory t, bytes32 salt) private {
        ITaskEscrow.Authorization memory authorization = creation();
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskWithAuthorization(t, salt, authorization);
    }

    function test_N1_EveryTermOfACreationIsSigned() public {
        for (uint256 i = 0; i < 13; ++i) {
            ITaskEscrow.Terms memory t = terms();
            ITaskEscrow.Windows memory w = t.windows;
            if (i == 0) ++t.reward;
            if (i == 1) --t.stake;
            if (i == 2) t.metadataHash = TEXT;
            if (i == 3) t.mode = ITaskEscrow.Mode.Selection;
            if (i == 4) ++t.maxChangeRounds;
            if (i == 5) ++w.open;
            if (i == 6) ++w.work;
            if (i == 7) ++w.review;
            if (i == 8) ++w.resubmit;
            if (i == 9) ++w.contest;
            if (i == 10) ++w.rule;
            if (i == 11) ++w.rate;
            if (i == 12) t.judge = judge;
            assertNotCreated(t, SALT);
        }
        assertNotCreated(terms(), TEXT);
    }

    function testFuzz_N1_OnlyTheSignedTermsAreCreated(uint256 reward, uint256 stake, bytes32 salt) public {
        ITaskEscrow.Terms memory t = terms();
        t.reward = bound(reward, CANCEL_FEE + 1, 1e12);
        (uint256 min, uint256 max) = escrow.stakeBounds(t.reward);
        vm.assume(min <= max);
        t.stake = bound(stake, min, max);
        vm.assume(t.reward != REWARD || t.stake != STAKE || salt != SALT);
        assertNotCreated(t, salt);
    }

    function test_N1_TheRelayerIsNoParty() public {
        ITaskEscrow.Authorization memory authorization = creation();
        authorization.from = stranger;
        vm.startPrank(stranger);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskWithAuthorization(terms(), SALT, authorization);
        uint256 id = escrow.createTaskWithAuthorization(terms(), SALT, creation());
        authorization = startOf(id);
        authorization.from = stranger;
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), authorization);
    }

    function test_N1_TheTermsOfAStartAreSigned() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory authorization = startOf(id);
        vm.prank(poster);
        escrow.fundMore(id, REWARD + 1, block.timestamp + 30 days);
        ITaskEscrow.Terms memory t = terms();
        t.reward = REWARD + 1;
        expectWrongTerms(id, agreed(), agreed(poster, t));
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), authorization);
        bytes32 raised = agreed(poster, t);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.stakeAndStartWithAuthorization(id, raised, noVoucher(), authorization);
    }

    /// @dev The voucher is the poster's consent. Exchanging one valid voucher for another starts the same work.
    function test_N1_AnotherVoucherIsTheSameStart() public {
        uint256 id = create(selectionTerms());
        bytes32 offered = agreed(poster, selectionTerms());
        ITaskEscrow.Authorization memory authorization = startBy(workerKey, worker, id, offered);
        ITaskEscrow.SelectionVoucher memory other = voucherFor(posterKey, id, worker, block.timestamp + 1);
        escrow.stakeAndStartWithAuthorization(id, offered, other, authorization);
        assertEq(escrow.getTask(id).worker, worker);
    }

    function test_N1_NothingOfAForwardedRequestCanBeChanged() public {
        uint256 id = submitted();
        bytes memory approval = abi.encodeCall(escrow.approve, (id, WORK, 5, TEXT));
        for (uint256 i = 0; i < 5; ++i) {
            ERC2771Forwarder.ForwardRequestData memory r = requestOf(posterKey, poster, approval);
            if (i == 0) r.data = abi.encodeCall(escrow.approve, (id, WORK, 1, TEXT));
            if (i == 1) --r.gas;
            if (i == 2) ++r.deadline;
            if (i == 3) r.from = worker;
            if (i == 4) r.to = address(deploy(deployment()));
            vm.expectPartialRevert(ERC2771Forwarder.ERC2771ForwarderInvalidSigner.selector);
            forwarder.execute(r);
        }
        assertState(id, ITaskEscrow.State.Submitted);
    }

    /// @dev In any state, for any party and any step: through the forwarder a call has the effect, the answer or the
    /// refusal that it has directly.
    function testFuzz_N1_ARequestDoesWhatItsSignersOwnCallDoes(uint8 state, uint8 party, uint8 step, bool late) public {
        uint256 id = inState(ITaskEscrow.State(bound(state, 1, uint8(ITaskEscrow.State.Expired))));
        if (late && !escrow.getTask(id).settled) warpPast(id);
        address[4] memory parties = [poster, worker, arbiter, stranger];
        address caller = parties[party % 4];
        bytes memory call = anyStep(step % 19, id);
        uint256 snapshot = vm.snapshotState();
        vm.prank(caller);
        (bool done, bytes memory answer) = address(escrow).call(call);
        bytes32 effect = keccak256(abi.encode(escrow.getTask(id), balances(), escrow.taskCount()));
        vm.revertToState(snapshot);
        (bool ok, bytes memory said) = forwarded(caller, call);
        assertEq(ok, done);
        assertEq(said, answer);
        assertEq(keccak256(abi.encode(escrow.getTask(id), balances(), escrow.taskCount())), effect);
    }

    function anyStep(uint256 step, uint256 id) private view returns (bytes memory) {
        if (step == 0) return abi.encodeCall(escrow.createTask, (terms()));
        if (step == 1) return abi.encodeCall(escrow.fundMore, (id, REWARD + 1, block.timestamp + 30 days));
        if (step == 2) return abi.encodeCall(escrow.cancelTask, (id));
        if (step == 3) return abi.encodeCall(escrow.expireTask, (id));
        if (step == 4) return abi.encodeCall(escrow.stakeAndStart, (id, agreed(), noVoucher()));
        if (step == 5) return abi.encodeCall(escrow.submitWork, (id, WORK));
        if (step == 6) return abi.encodeCall(escrow.resubmitWork, (id, 1, BETTER_WORK, 0, ""));
        if (step == 7) return abi.encodeCall(escrow.requestChanges, (id, WORK, TEXT));
        if (step == 8) return abi.encodeCall(escrow.approve, (id, WORK, 5, TEXT));
        if (step == 9) return abi.encodeCall(escrow.releaseAfterReview, (id));
        if (step == 10) return abi.encodeCall(escrow.reject, (id, WORK, 1, TEXT));
        if (step == 11) return abi.encodeCall(escrow.finalizeRejection, (id));
        if (step == 12) return abi.encodeCall(escrow.contest, (id, TEXT));
        if (step == 13) return abi.encodeCall(escrow.rule, (id, 5000, false, TEXT));
        if (step == 14) return abi.encodeCall(escrow.ruleByDefault, (id));
        if (step == 15) return abi.encodeCall(escrow.rateAndClaimStake, (id, 5, TEXT));
        if (step == 16) return abi.encodeCall(escrow.rateWork, (id, 5, TEXT));
        if (step == 17) return abi.encodeCall(escrow.approveByJudge, (id, 0, WORK, block.timestamp, ""));
        return abi.encodeCall(escrow.claimStakeAfterRating, (id));
    }

    /*//////////////////////////////////////////////////////////////
                 N2: A SIGNATURE IS USED SOMEWHERE ELSE
    //////////////////////////////////////////////////////////////*/

    function test_N2_AnotherContract() public {
        ITaskEscrow other = deploy(deployment());
        ITaskEscrow.Authorization memory authorization = creation();
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        other.createTaskWithAuthorization(terms(), SALT, authorization);
        vm.prank(poster);
        usdc.approve(address(other), REWARD);
        vm.prank(poster);
        uint256 id = other.createTask(terms());
        funded();
        authorization = startOf(id);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        other.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), authorization);
    }

    function test_N2_AnotherChain() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory created = creation();
        ITaskEscrow.Authorization memory start = startOf(id);
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(
            posterKey,
            poster,
            abi.encodeCall(escrow.cancelTask, (id))
        );
        vm.chainId(block.chainid + 1);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskWithAuthorization(terms(), SALT, created);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), start);
        vm.expectPartialRevert(ERC2771Forwarder.ERC2771ForwarderInvalidSigner.selector);
        forwarder.execute(request);
    }

    /// @dev Also where the token's own domain were the same on both chains.
    function test_N2_TheNonceNamesChainContractFunctionAndTask() public {
        bytes32 created = escrow.creationNonce(terms(), SALT);
        bytes32 start = escrow.startNonce(1, TEXT);
        assertEq(
            created,
            nonceOf(escrow.createTaskWithAuthorization.selector, keccak256(abi.encode(terms(), SALT)))
        );
        assertEq(start, nonceOf(escrow.stakeAndStartWithAuthorization.selector, keccak256(abi.encode(1, TEXT))));
        assertNotEq(created, escrow.creationNonce(selectionTerms(), SALT));
        assertNotEq(created, escrow.creationNonce(terms(), TEXT));
        assertNotEq(start, escrow.startNonce(2, TEXT));
        assertNotEq(start, escrow.startNonce(1, SALT));
        ITaskEscrow other = deploy(deployment());
        assertNotEq(created, other.creationNonce(terms(), SALT));
        assertNotEq(start, other.startNonce(1, TEXT));
        vm.chainId(block.chainid + 1);
        assertNotEq(created, escrow.creationNonce(terms(), SALT));
        assertNotEq(start, escrow.startNonce(1, TEXT));
    }

    function test_N2_AnotherTask() public {
        uint256 first = funded();
        uint256 second = funded();
        ITaskEscrow.Authorization memory authorization = startOf(first);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.stakeAndStartWithAuthorization(second, agreed(), noVoucher(), authorization);
    }

    function test_N2_AnotherFunction() public {
        uint256 id = funded();
        bytes32 consent = keccak256(abi.encode(id, agreed()));
        bytes32 nonce = nonceOf(escrow.createTaskWithAuthorization.selector, consent);
        ITaskEscrow.Authorization memory a = authorizationTo(address(escrow), workerKey, worker, STAKE, nonce);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), a);
    }

    /// @dev The reward cannot be taken past the escrow: the token lets only the payee use the authorization, and refuses
    /// it as another kind of transfer.
    function test_N2_TheTokenItself() public {
        ITaskEscrow.Authorization memory a = creation();
        bytes32 nonce = escrow.creationNonce(terms(), SALT);
        vm.expectRevert(TestUSDC.CallerNotPayee.selector);
        usdc.receiveWithAuthorization(
            poster,
            address(escrow),
            REWARD,
            a.validAfter,
            a.validBefore,
            nonce,
            a.signature
        );
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        usdc.transferWithAuthorization(
            poster,
            address(escrow),
            REWARD,
            a.validAfter,
            a.validBefore,
            nonce,
            a.signature
        );
        assertEq(escrow.createTaskWithAuthorization(terms(), SALT, a), 1);
    }

    function test_N2_AForwarderThatTheEscrowDoesNotTrust() public {
        ERC2771Forwarder other = new ERC2771Forwarder("TaskForwarder");
        uint256 id = funded();
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(
            posterKey,
            poster,
            abi.encodeCall(escrow.cancelTask, (id))
        );
        vm.expectRevert(
            abi.encodeWithSelector(
                ERC2771Forwarder.ERC2771UntrustfulTarget.selector,
                address(escrow),
                address(other)
            )
        );
        other.execute(request);
        vm.prank(address(other));
        (bool ok, bytes memory answer) = address(escrow).call(abi.encodePacked(request.data, poster));
        assertFalse(ok);
        assertEq(answer, abi.encodeWithSelector(EscrowErrors.NotPoster.selector, id, address(other)));
    }

    /*//////////////////////////////////////////////////////////////
                         N3: SENT LATE, OR NEVER
    //////////////////////////////////////////////////////////////*/

    function test_N3_AnAuthorizationThatIsHeldBackExpires() public {
        ITaskEscrow.Authorization memory created = creation();
        ITaskEscrow.Authorization memory start = startOf(funded());
        skip(10 minutes);
        vm.expectRevert(TestUSDC.AuthorizationExpired.selector);
        escrow.createTaskWithAuthorization(terms(), SALT, created);
        vm.expectRevert(TestUSDC.AuthorizationExpired.selector);
        escrow.stakeAndStartWithAuthorization(1, agreed(), noVoucher(), start);
    }

    function test_N3_ARequestThatIsHeldBackExpires() public {
        uint256 id = funded();
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(
            posterKey,
            poster,
            abi.encodeCall(escrow.cancelTask, (id))
        );
        skip(10 minutes + 1);
        assertForwardReverts(
            request,
            abi.encodeWithSelector(ERC2771Forwarder.ERC2771ForwarderExpiredRequest.selector, request.deadline)
        );
    }

    /// @dev A relayer that keeps what it was given stops no one: the party takes the step itself, and what was held back
    /// is then worth nothing.
    function test_N3_ThePartyNeedsNoRelayer() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory held = startOf(id);
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(), noVoucher());
        expectWrongState(id, ITaskEscrow.State.Started);
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), held);
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(
            workerKey,
            worker,
            abi.encodeCall(escrow.submitWork, (id, WORK))
        );
        vm.prank(worker);
        escrow.submitWork(id, BETTER_WORK);
        assertForwardReverts(request, abi.encodeWithSelector(Errors.FailedCall.selector));
        assertEq(escrow.getTask(id).contentHash, BETTER_WORK);
    }

    /// @dev A change request is about the work that the poster read, not about what came after it.
    function test_N3_AHeldChangeRequestDoesNotHitLaterWork() public {
        uint256 id = submitted();
        bytes memory call = abi.encodeCall(escrow.requestChanges, (id, WORK, TEXT));
        ERC2771Forwarder.ForwardRequestData memory held = requestOf(posterKey, poster, call);
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        assertForwardReverts(held, abi.encodeWithSelector(Errors.FailedCall.selector));
        assertForwardRefused(
            poster,
            call,
            abi.encodeWithSelector(EscrowErrors.WrongSubmission.selector, id, WORK, BETTER_WORK)
        );
    }

    /// @dev A draft of one round is not the only submission of the next.
    function test_N3_AHeldResubmissionIsForItsRoundAlone() public {
        uint256 id = changesRequested();
        bytes memory draft = abi.encodeCall(escrow.resubmitWork, (id, 1, TEXT, 0, ""));
        ERC2771Forwarder.ForwardRequestData memory held = requestOf(workerKey, worker, draft);
        vm.prank(worker);
        escrow.resubmitWork(id, 1, BETTER_WORK, 0, "");
        vm.prank(poster);
        escrow.requestChanges(id, BETTER_WORK, TEXT);
        assertForwardReverts(held, abi.encodeWithSelector(Errors.FailedCall.selector));
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.WrongRound.selector, id, 1, 2);
        assertForwardRefused(worker, draft, refusal);
    }

    /// @dev A signer who wants a held request back has any other one carried out, which takes its nonce; one that only
    /// reads will do.
    function test_N3_AnyOtherRequestVoidsAHeldOne() public {
        uint256 id = funded();
        ERC2771Forwarder.ForwardRequestData memory held = requestOf(
            posterKey,
            poster,
            abi.encodeCall(escrow.cancelTask, (id))
        );
        forward(posterKey, abi.encodeCall(escrow.taskCount, ()));
        vm.expectPartialRevert(ERC2771Forwarder.ERC2771ForwarderInvalidSigner.selector);
        forwarder.execute(held);
        assertState(id, ITaskEscrow.State.Funded);
    }

    /// @dev An authorization that is held back is cancelled at the token.
    function test_N3_ACancelledAuthorizationCreatesNothing() public {
        ITaskEscrow.Authorization memory held = creation();
        bytes32 nonce = escrow.creationNonce(terms(), SALT);
        bytes32 structHash = keccak256(abi.encode(usdc.CANCEL_AUTHORIZATION_TYPEHASH(), poster, nonce));
        usdc.cancelAuthorization(poster, nonce, sign(posterKey, usdc.DOMAIN_SEPARATOR(), structHash));
        vm.expectRevert(TestUSDC.AuthorizationAlreadyUsed.selector);
        escrow.createTaskWithAuthorization(terms(), SALT, held);
    }

    /*//////////////////////////////////////////////////////////////
                             N4: SENT TWICE
    //////////////////////////////////////////////////////////////*/

    function test_N4_AnAuthorizationWorksOnce() public {
        ITaskEscrow.Authorization memory created = creation();
        uint256 id = escrow.createTaskWithAuthorization(terms(), SALT, created);
        vm.expectRevert(TestUSDC.AuthorizationAlreadyUsed.selector);
        escrow.createTaskWithAuthorization(terms(), SALT, created);
        vm.prank(poster);
        escrow.cancelTask(id);
        vm.expectRevert(TestUSDC.AuthorizationAlreadyUsed.selector);
        escrow.createTaskWithAuthorization(terms(), SALT, created);
        assertEq(escrow.taskCount(), 1);

        id = funded();
        ITaskEscrow.Authorization memory start = startOf(id);
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), start);
        expectWrongState(id, ITaskEscrow.State.Started);
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), start);
    }

    function test_N4_ARequestWorksOnce() public {
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(
            posterKey,
            poster,
            abi.encodeCall(escrow.createTask, (terms()))
        );
        forwarder.execute(request);
        vm.expectPartialRevert(ERC2771Forwarder.ERC2771ForwarderInvalidSigner.selector);
        forwarder.execute(request);
        assertEq(escrow.taskCount(), 1);
    }

    /// @dev A request that failed has not used up its nonce, so that a bystander cannot waste it by sending it early.
    function test_N4_ARequestThatFailedCanBeSentAgain() public {
        uint256 id = funded();
        bytes memory work = abi.encodeCall(escrow.submitWork, (id, WORK));
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(workerKey, worker, work);
        assertForwardReverts(request, abi.encodeWithSelector(Errors.FailedCall.selector));
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(), noVoucher());
        forwarder.execute(request);
        assertState(id, ITaskEscrow.State.Submitted);
    }

    /// @dev A batch is no way around that, whether or not it names a receiver for refunds.
    function test_N4_ARequestThatFailedInABatchCanBeSentAgain() public {
        uint256 first = funded();
        uint256 second = submitted();
        ERC2771Forwarder.ForwardRequestData[] memory requests = new ERC2771Forwarder.ForwardRequestData[](2);
        requests[0] = requestOf(posterKey, poster, abi.encodeCall(escrow.approve, (second, WORK, 5, TEXT)));
        requests[1] = requestOf(workerKey, worker, abi.encodeCall(escrow.submitWork, (first, WORK)));
        address[2] memory receivers = [address(0), stranger];
        for (uint256 i = 0; i < receivers.length; ++i) {
            vm.expectRevert(Errors.FailedCall.selector);
            forwarder.executeBatch(requests, payable(receivers[i]));
        }
        assertEq(forwarder.nonces(worker), 0);
        assertState(second, ITaskEscrow.State.Submitted);
        vm.prank(worker);
        escrow.stakeAndStart(first, agreed(), noVoucher());
        forwarder.executeBatch(requests, payable(stranger));
        assertState(first, ITaskEscrow.State.Submitted);
        assertState(second, ITaskEscrow.State.Approved);
    }

    /// @dev A batch with a request that is not valid does nothing, also where OpenZeppelin's would skip it.
    function test_N4_ABatchWithAnInvalidRequestDoesNothing() public {
        uint256 id = submitted();
        bytes memory call = abi.encodeCall(escrow.approve, (id, WORK, 5, TEXT));
        ERC2771Forwarder.ForwardRequestData[] memory requests = new ERC2771Forwarder.ForwardRequestData[](2);
        requests[0] = requestOf(posterKey, poster, call);
        requests[1] = requestOf(posterKey, worker, call);
        vm.expectPartialRevert(ERC2771Forwarder.ERC2771ForwarderInvalidSigner.selector);
        forwarder.executeBatch(requests, payable(stranger));
        assertState(id, ITaskEscrow.State.Submitted);
    }

    /// @dev A copyist who sees a signature in the mempool and sends it first has the same effect.
    function test_N4_FrontRunningChangesNothing() public {
        ITaskEscrow.Authorization memory authorization = creation();
        vm.prank(makeAddr("front-runner"));
        uint256 id = escrow.createTaskWithAuthorization(terms(), SALT, authorization);
        assertEq(escrow.getTask(id).poster, poster);
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
    }

    /*//////////////////////////////////////////////////////////////
                     N5: A TOKEN THAT LIES OR REENTERS
    //////////////////////////////////////////////////////////////*/

    function useToken(TestUSDC token) private {
        usdc = HostileUSDC(address(token));
        escrow = deploy(deployment());
        fundAndApprove(poster);
        fundAndApprove(worker);
    }

    /// @dev Each run deploys an escrow, so a deep run makes fewer.
    /// forge-config: deep.fuzz.runs = 200
    function testFuzz_N5_AnAuthorizationThatMovesAnotherAmountIsRefused(uint256 moved) public {
        moved = bound(moved, 0, 1e12);
        vm.assume(moved != REWARD && moved != STAKE);
        useToken(new LyingUSDC(moved));
        ITaskEscrow.Authorization memory authorization = creation();
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ShortDelivery.selector, REWARD, moved));
        escrow.createTaskWithAuthorization(terms(), SALT, authorization);
        uint256 id = funded();
        authorization = startOf(id);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ShortDelivery.selector, STAKE, moved));
        escrow.stakeAndStartWithAuthorization(id, agreed(), noVoucher(), authorization);
        assertState(id, ITaskEscrow.State.Funded);
    }

    function test_N5_ATokenThatTakesAFeeIsRefused() public {
        usdc.setFeeOnTransfer(1);
        ITaskEscrow.Authorization memory authorization = creation();
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ShortDelivery.selector, REWARD, REWARD - 1));
        escrow.createTaskWithAuthorization(terms(), SALT, authorization);
    }

    function test_N5_ATokenThatReentersIsRefused() public {
        uint256 id = funded();
        ITaskEscrow.Authorization memory created = creation();
        ITaskEscrow.Authorization memory start = startOf(id);
        bytes[2] memory calls = [
            abi.encodeCall(escrow.createTaskWithAuthorization, (terms(), SALT, created)),
            abi.encodeCall(escrow.stakeAndStartWithAuthorization, (id, agreed(), noVoucher(), start))
        ];
        for (uint256 i = 0; i < 2; ++i) {
            usdc.setHook(address(escrow), calls[1 - i]);
            (bool done, ) = address(escrow).call(calls[i]);
            assertTrue(done);
            assertEq(usdc.hookTarget(), address(0), "the hook ran");
            assertEq(bytes4(usdc.hookResult()), ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        }
    }

    function test_N5_TheRewardIsPaidByThePosterAlone() public {
        (address poor, uint256 key) = makeAddrAndKey("poor");
        ITaskEscrow.Authorization memory authorization = creationBy(key, poor, terms(), SALT);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, poor, 0, REWARD));
        escrow.createTaskWithAuthorization(terms(), SALT, authorization);
        usdc.blacklist(poster);
        authorization = creation();
        vm.expectRevert(abi.encodeWithSelector(TestUSDC.AccountDenied.selector, poster));
        escrow.createTaskWithAuthorization(terms(), SALT, authorization);
    }

    /*//////////////////////////////////////////////////////////////
                      N6: CALLDATA THAT IS TOO SHORT
    //////////////////////////////////////////////////////////////*/

    /// @dev Calldata of fewer than 20 bytes cannot name a signer: the forwarder then is the caller, and no party.
    function test_N6_CalldataTooShortToNameASigner() public {
        uint256 id = submitted();
        for (uint256 length = 0; length < 20; ++length) {
            bytes memory data = new bytes(length);
            vm.prank(address(forwarder));
            (bool ok, ) = address(escrow).call(data);
            assertFalse(ok);
        }
        // 19 bytes that begin with a selector, and no argument
        bytes memory short = abi.encodePacked(escrow.claimStakeAfterRating.selector, bytes15(0));
        vm.prank(address(forwarder));
        (bool done, ) = address(escrow).call(short);
        assertFalse(done);
        assertState(id, ITaskEscrow.State.Submitted);
    }

    /// @dev A call that lacks the end of its last argument reads it from the signer's address, and stays the signer's own
    /// call.
    function test_N6_ArgumentsCutShortStayTheSignersOwnCall() public {
        uint256 id = submitted();
        bytes memory approval = abi.encodeCall(escrow.approve, (id, WORK, 5, bytes32(0)));
        for (uint256 cut = 1; cut <= 32; ++cut) {
            bytes memory data = new bytes(approval.length - cut);
            for (uint256 i = 0; i < data.length; ++i) data[i] = approval[i];
            (bool ok, bytes memory answer) = forwarded(stranger, data);
            assertFalse(ok);
            if (cut <= 20) assertEq(answer, abi.encodeWithSelector(EscrowErrors.NotPoster.selector, id, stranger));
            else assertEq(answer.length, 0, "too short for its arguments");
        }
    }

    function test_N6_AnEmptyRequestCallsNothing() public {
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(posterKey, poster, "");
        assertForwardReverts(request, abi.encodeWithSelector(Errors.FailedCall.selector));
    }

    /// @dev Bytes behind the arguments of a direct call are no signer.
    function test_N6_ADirectCallerCannotAppendASigner() public {
        uint256 id = funded();
        vm.prank(stranger);
        (bool ok, bytes memory answer) = address(escrow).call(
            abi.encodePacked(abi.encodeCall(escrow.cancelTask, (id)), poster)
        );
        assertFalse(ok);
        assertEq(answer, abi.encodeWithSelector(EscrowErrors.NotPoster.selector, id, stranger));
    }

    /*//////////////////////////////////////////////////////////////
                        N7: REQUESTS AND MULTICALL
    //////////////////////////////////////////////////////////////*/

    function list(bytes memory call) private pure returns (bytes memory) {
        bytes[] memory calls = new bytes[](1);
        calls[0] = call;
        return abi.encodeCall(Multicall.multicall, (calls));
    }

    /// @dev The signer goes with every call of a batch, however deep, and what a call itself appends is ignored.
    function test_N7_ABatchCannotNameAnotherSigner() public {
        uint256 id = funded();
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.NotPoster.selector, id, stranger);
        bytes memory spoofed = abi.encodePacked(abi.encodeCall(escrow.cancelTask, (id)), poster);
        assertForwardRefused(stranger, list(spoofed), refusal);
        assertForwardRefused(stranger, list(list(spoofed)), refusal);
        vm.prank(stranger);
        (bool ok, bytes memory answer) = address(escrow).call(list(spoofed));
        assertFalse(ok);
        assertEq(answer, refusal);
        forward(posterKey, list(list(abi.encodeCall(escrow.cancelTask, (id)))));
        assertState(id, ITaskEscrow.State.Cancelled);
    }

    /// @dev A call of fewer than four bytes takes the rest of its selector from the signer's address. It stays the
    /// signer's own call.
    function test_N7_ABatchWithACallTooShortForASelector() public {
        uint256 id = funded();
        for (uint256 length = 0; length < 4; ++length) {
            (bool ok, ) = forwarded(stranger, list(new bytes(length)));
            assertFalse(ok);
        }
        // cancelTask's selector lies in the first bytes of this address, and 16 bytes are no task id.
        address crafted = address(bytes20(abi.encodePacked(escrow.cancelTask.selector, bytes16(0))));
        (bool done, bytes memory answer) = forwarded(crafted, list(""));
        assertFalse(done);
        assertEq(answer, abi.encodeWithSelector(Errors.FailedCall.selector));
        assertState(id, ITaskEscrow.State.Funded);
    }

    /// @dev The forwarder's own call cannot be made from within the escrow: a batch calls the escrow alone.
    function test_N7_ABatchReachesNoOtherContract() public {
        uint256 id = funded();
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(
            posterKey,
            poster,
            abi.encodeCall(escrow.cancelTask, (id))
        );
        vm.prank(stranger);
        (bool ok, ) = address(escrow).call(list(abi.encodeCall(ERC2771Forwarder.execute, (request))));
        assertFalse(ok);
        assertState(id, ITaskEscrow.State.Funded);
    }

    /// @dev Two authorizations and a request in one batch: each acts for its own signer.
    function test_N7_AuthorizationsInABatchActForTheirSigners() public {
        ITaskEscrow.Terms memory t = terms();
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(escrow.createTaskWithAuthorization, (t, SALT, creation()));
        calls[1] = abi.encodeCall(escrow.stakeAndStartWithAuthorization, (1, agreed(), noVoucher(), startOf(1)));
        (, uint256 strangerKey) = makeAddrAndKey("stranger");
        forward(strangerKey, abi.encodeCall(Multicall.multicall, (calls)));
        assertEq(escrow.getTask(1).poster, poster);
        assertEq(escrow.getTask(1).worker, worker);
    }

    /*//////////////////////////////////////////////////////////////
                 N9: A PAYMENT FOR A TASK THAT NAMES NO TASK
    //////////////////////////////////////////////////////////////*/

    /// @dev The payee is the address of these terms, this salt, poster and escrow; for any other the signature is none.
    function test_N9_APaymentCreatesOnlyWhatItsPayeeStandsFor() public {
        ITaskEscrow.Authorization memory paid = payment();
        ITaskEscrow.Terms memory t = terms();
        t.metadataHash = TEXT;
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskFromDeposit(t, SALT, TEXT, paid);
        t = terms();
        ++t.windows.review;
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskFromDeposit(t, SALT, TEXT, paid);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskFromDeposit(terms(), TEXT, TEXT, paid);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskFromDeposit(terms(), SALT, SALT, paid);
        ITaskEscrow other = deploy(deployment());
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        other.createTaskFromDeposit(terms(), SALT, TEXT, paid);
        paid.from = stranger;
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, paid);
    }

    function transferred(ITaskEscrow.Authorization memory paid) private {
        usdc.transferWithAuthorization(
            paid.from,
            depositOf(poster),
            REWARD,
            paid.validAfter,
            paid.validBefore,
            TEXT,
            paid.signature
        );
    }

    /// @dev Anyone who sees the signature can pay the deposit with it. That creates nothing, and the poster has it back.
    function test_N9_APaymentThatIsFrontRunGoesBackToThePoster() public {
        ITaskEscrow.Authorization memory paid = payment();
        uint256 before = usdc.balanceOf(poster);
        transferred(paid);
        vm.expectRevert(TestUSDC.AuthorizationAlreadyUsed.selector);
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, paid);
        vm.prank(stranger);
        escrow.deposits().refund(poster, consentTo(terms(), SALT));
        assertEq(usdc.balanceOf(poster), before);
        assertEq(escrow.taskCount(), 0);
    }

    /// @dev Money in a deposit is no consent: only the poster's signature in the same call is.
    function test_N9_AGiftPostsNoTaskInAnothersName() public {
        vm.startPrank(stranger);
        usdc.transfer(depositOf(poster), REWARD);
        ITaskEscrow.Authorization memory paid = paymentTo(depositOf(poster), workerKey, poster, REWARD, TEXT);
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, paid);
        vm.stopPrank();
        assertEq(escrow.taskCount(), 0);
    }

    /// @dev A client that lost the answer and signs again posts one task, and pays once.
    function test_N9_TwoSignaturesForOneDepositPostOneTask() public {
        ITaskEscrow.Authorization memory again = paymentTo(depositOf(poster), posterKey, poster, REWARD, 0);
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, payment());
        uint256 before = usdc.balanceOf(poster);
        vm.expectPartialRevert(ITaskDeposits.DepositUsed.selector);
        escrow.createTaskFromDeposit(terms(), SALT, 0, again);
        assertEq(usdc.balanceOf(poster), before);
        assertEq(escrow.taskCount(), 1);
    }

    function test_N9_ATokenThatTakesAFeeOrReentersIsRefused() public {
        ITaskEscrow.Authorization memory paid = payment();
        usdc.setFeeOnTransfer(1);
        usdc.mint(depositOf(poster), 2);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ShortDelivery.selector, REWARD, REWARD - 1));
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, paid);
        usdc.setFeeOnTransfer(0);
        usdc.setHook(address(escrow), abi.encodeCall(escrow.createTaskFromDeposit, (terms(), SALT, TEXT, paid)));
        escrow.createTaskFromDeposit(terms(), SALT, TEXT, paid);
        assertEq(bytes4(usdc.hookResult()), ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);
        assertEq(escrow.taskCount(), 1);
    }

    /*//////////////////////////////////////////////////////////////
                N8: DELEGATED ACCOUNTS, CONTRACT WALLETS, GAS
    //////////////////////////////////////////////////////////////*/

    /// @dev The token asks an account with code by ERC-1271 alone. An account whose delegate answers none can therefore
    /// not authorize a payment; with the allowance given, its key can sign every step for the forwarder.
    function test_N8_ADelegatedAccountWithoutERC1271() public {
        vm.etch(poster, abi.encodePacked(hex"ef0100", new OddWallet(OddWallet.Answer.Nothing)));
        ITaskEscrow.Authorization memory authorization = creation();
        vm.expectRevert(TestUSDC.WrongSignature.selector);
        escrow.createTaskWithAuthorization(terms(), SALT, authorization);
        forward(posterKey, abi.encodeCall(escrow.createTask, (terms())));
        forward(posterKey, abi.encodeCall(escrow.cancelTask, (1)));
        assertState(1, ITaskEscrow.State.Cancelled);
    }

    function test_N8_ADelegatedAccountWhoseDelegateAccepts() public {
        vm.etch(poster, abi.encodePacked(hex"ef0100", new Wallet1271(poster)));
        uint256 id = escrow.createTaskWithAuthorization(terms(), SALT, creation());
        assertEq(escrow.getTask(id).poster, poster);
    }

    /// @dev A contract wallet has no key to sign a request with; its owner's key signs for the owner only.
    function test_N8_AContractWalletsOwnerDoesNotSpeakForIt() public {
        address wallet = address(new Wallet1271(poster));
        usdc.mint(wallet, REWARD);
        uint256 id = escrow.createTaskWithAuthorization(terms(), SALT, creationBy(posterKey, wallet, terms(), SALT));
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(
            posterKey,
            wallet,
            abi.encodeCall(escrow.cancelTask, (id))
        );
        assertForwardReverts(
            request,
            abi.encodeWithSelector(ERC2771Forwarder.ERC2771ForwarderInvalidSigner.selector, poster, wallet)
        );
        bytes memory refusal = abi.encodeWithSelector(EscrowErrors.NotPoster.selector, id, poster);
        assertForwardRefused(poster, abi.encodeCall(escrow.cancelTask, (id)), refusal);
    }

    function test_N8_AWalletThatRevertsOrBurnsGasCreatesNothing() public {
        for (uint8 answer = 0; answer <= uint8(OddWallet.Answer.Burn); ++answer) {
            address wallet = address(new OddWallet(OddWallet.Answer(answer)));
            usdc.mint(wallet, REWARD);
            ITaskEscrow.Authorization memory authorization = creationBy(posterKey, wallet, terms(), SALT);
            vm.expectRevert();
            escrow.createTaskWithAuthorization{ gas: 2_000_000 }(terms(), SALT, authorization);
        }
        assertEq(escrow.taskCount(), 0);
    }

    /// @dev A relayer that supplies too little gas cannot turn a payment into a credit: the forwarder insists on the gas
    /// that was signed.
    function test_N8_TooLittleGasForcesNoCredit() public {
        uint256 id = submitted();
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(
            posterKey,
            poster,
            abi.encodeCall(escrow.approve, (id, WORK, 5, TEXT))
        );
        for (uint256 gas = 60_000; gas < 1_100_000; gas += 20_000) {
            uint256 snapshot = vm.snapshotState();
            try forwarder.execute{ gas: gas }(request) {
                assertEq(escrow.credits(worker), 0);
                assertState(id, ITaskEscrow.State.Approved);
            } catch {
                assertState(id, ITaskEscrow.State.Submitted);
            }
            vm.revertToState(snapshot);
        }
        forwarder.execute(request);
        assertEq(escrow.credits(worker), 0);
    }
}
