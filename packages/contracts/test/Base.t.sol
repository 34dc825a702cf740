// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { Test } from "forge-std/Test.sol";
import { IERC5267 } from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import { ERC2771Forwarder } from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";

import { ITaskEscrow } from "../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../src/libraries/EscrowErrors.sol";
import { HostileUSDC } from "./mocks/HostileUSDC.sol";

/// @notice One escrow, one token, the parties of a task, and a helper for reaching each state.
/// @dev The escrow is deployed from its artifact rather than imported, so that changing it does not recompile the
/// tests.
abstract contract Base is Test {
    uint256 internal constant REWARD = 100_000_001; // odd, so that halves and shares have a remainder
    uint256 internal constant STAKE = 10_000_001;
    uint256 internal constant CANCEL_FEE = 1_000_000;
    uint16 internal constant FEE_BPS = 250;
    uint256 internal constant FEE = (REWARD * FEE_BPS) / 10_000;
    bytes32 internal constant METADATA = keccak256("metadata");
    bytes32 internal constant WORK = keccak256("work");
    bytes32 internal constant BETTER_WORK = keccak256("better work");
    bytes32 internal constant TEXT = keccak256("text");
    bytes32 internal constant SELECTION_TYPEHASH =
        keccak256("Selection(uint256 taskId,bytes32 metadataHash,address worker,uint256 deadline)");
    bytes32 internal constant RESUBMISSION_TYPEHASH =
        keccak256("Resubmission(uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline)");
    bytes32 internal constant VERDICT_TYPEHASH =
        keccak256("Verdict(uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline)");

    bytes32 internal constant FORWARD_TYPEHASH =
        keccak256(
            "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)"
        );
    bytes32 internal constant SALT = keccak256("salt");

    ITaskEscrow internal escrow;
    HostileUSDC internal usdc;
    ERC2771Forwarder internal forwarder;

    address internal poster;
    uint256 internal posterKey;
    address internal worker;
    uint256 internal workerKey;
    address internal judge;
    uint256 internal judgeKey;
    address internal arbiter = makeAddr("arbiter");
    address internal treasury = makeAddr("treasury");
    address internal owner = makeAddr("owner");
    address internal stranger = makeAddr("stranger");
    uint16 internal feeBps = FEE_BPS;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        (poster, posterKey) = makeAddrAndKey("poster");
        (worker, workerKey) = makeAddrAndKey("worker");
        (judge, judgeKey) = makeAddrAndKey("judge");
        usdc = new HostileUSDC();
        forwarder = ERC2771Forwarder(deployCode("TaskForwarder.sol:TaskForwarder"));
        escrow = deploy(deployment());
        fundAndApprove(poster);
        fundAndApprove(worker);
        fundAndApprove(stranger);
        fundAndApprove(arbiter);
    }

    /*//////////////////////////////////////////////////////////////
                                 TERMS
    //////////////////////////////////////////////////////////////*/

    function deployment() internal view returns (ITaskEscrow.Deployment memory) {
        return
            ITaskEscrow.Deployment({
                usdc: address(usdc),
                forwarder: address(forwarder),
                arbiter: arbiter,
                owner: owner,
                treasury: treasury,
                cancelFee: CANCEL_FEE,
                minStake: 100_000,
                minStakeBps: 100,
                maxStakeBps: 5000,
                platformFeeBps: FEE_BPS,
                maxChangeRounds: 5,
                minWindows: windows(1 hours, 2 hours, 3 hours, 4 hours, 5 hours, 6 hours, 7 hours),
                maxWindows: windows(91 days, 92 days, 93 days, 94 days, 95 days, 96 days, 97 days)
            });
    }

    function deploy(ITaskEscrow.Deployment memory d) internal returns (ITaskEscrow) {
        return ITaskEscrow(deployCode("TaskEscrow.sol:TaskEscrow", abi.encode(d)));
    }

    function windows(
        uint256 open,
        uint256 work,
        uint256 review,
        uint256 resubmit,
        uint256 contest,
        uint256 rule,
        uint256 rate
    ) internal pure returns (ITaskEscrow.Windows memory) {
        return
            ITaskEscrow.Windows(
                uint24(open),
                uint24(work),
                uint24(review),
                uint24(resubmit),
                uint24(contest),
                uint24(rule),
                uint24(rate)
            );
    }

    /// @dev All windows differ, so that a test fails if two are confused.
    function terms() internal pure returns (ITaskEscrow.Terms memory) {
        return
            ITaskEscrow.Terms({
                reward: REWARD,
                stake: STAKE,
                metadataHash: METADATA,
                mode: ITaskEscrow.Mode.Instant,
                maxChangeRounds: 2,
                judge: address(0),
                windows: windows(30 days, 7 days, 6 days, 3 days, 4 days, 14 days, 13 days)
            });
    }

    function selectionTerms() internal pure returns (ITaskEscrow.Terms memory t) {
        t = terms();
        t.mode = ITaskEscrow.Mode.Selection;
    }

    function judgedTerms() internal view returns (ITaskEscrow.Terms memory t) {
        t = terms();
        t.judge = judge;
    }

    function freeTerms() internal pure returns (ITaskEscrow.Terms memory t) {
        t = selectionTerms();
        t.stake = 0;
    }

    /// @dev The terms hash that a worker agrees to when starting a task with these terms, computed without the
    /// contract.
    function agreed(address by, ITaskEscrow.Terms memory t) internal view returns (bytes32) {
        ITaskEscrow.Windows memory w = t.windows;
        bytes memory offer = abi.encode(by, t.reward, t.stake, t.metadataHash, t.mode, t.maxChangeRounds, t.judge);
        bytes memory times = abi.encode(w.work, w.review, w.resubmit, w.contest, w.rule, w.rate);
        return keccak256(bytes.concat(offer, times, abi.encode(feeBps, arbiter)));
    }

    function agreed() internal view returns (bytes32) {
        return agreed(poster, terms());
    }

    function noVoucher() internal pure returns (ITaskEscrow.SelectionVoucher memory) {
        return ITaskEscrow.SelectionVoucher(0, "");
    }

    function fundAndApprove(address who) internal {
        usdc.mint(who, 1_000_000e6);
        vm.prank(who);
        usdc.approve(address(escrow), type(uint256).max);
    }

    /// @dev Addresses that money never comes back from.
    function moneyTraps() internal view returns (address[4] memory) {
        return [address(0), address(escrow), address(usdc), address(escrow.deposits())];
    }

    /*//////////////////////////////////////////////////////////////
                             REACHING STATES
    //////////////////////////////////////////////////////////////*/

    function create(ITaskEscrow.Terms memory t) internal returns (uint256) {
        vm.prank(poster);
        return escrow.createTask(t);
    }

    function funded() internal returns (uint256) {
        return create(terms());
    }

    function started() internal returns (uint256 id) {
        id = funded();
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(), noVoucher());
    }

    function submitted() internal returns (uint256 id) {
        id = started();
        vm.prank(worker);
        escrow.submitWork(id, WORK);
    }

    function changesRequested() internal returns (uint256 id) {
        id = submitted();
        vm.prank(poster);
        escrow.requestChanges(id, WORK, TEXT);
    }

    function approved() internal returns (uint256 id) {
        id = submitted();
        vm.prank(poster);
        escrow.approve(id, WORK, 5, TEXT);
    }

    function rejected() internal returns (uint256 id) {
        id = submitted();
        vm.prank(poster);
        escrow.reject(id, WORK, 1, TEXT);
    }

    function disputed() internal returns (uint256 id) {
        id = rejected();
        vm.prank(worker);
        escrow.contest(id, TEXT);
    }

    function submittedOn(ITaskEscrow.Terms memory t) internal returns (uint256 id) {
        id = startedOn(t);
        vm.prank(worker);
        escrow.submitWork(id, WORK);
    }

    function startedOn(ITaskEscrow.Terms memory t) internal returns (uint256 id) {
        id = create(t);
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp);
        vm.prank(worker);
        escrow.stakeAndStart(id, agreed(poster, t), voucher);
    }

    /// @dev A task that its judge approved.
    function judged() internal returns (uint256 id) {
        id = submittedOn(judgedTerms());
        bytes memory signature = verdict(judgeKey, id, 0, WORK, block.timestamp);
        escrow.approveByJudge(id, 0, WORK, block.timestamp, signature);
    }

    /// @dev A task without a stake that its poster approved.
    function freelyApproved() internal returns (uint256 id) {
        id = submittedOn(freeTerms());
        vm.prank(poster);
        escrow.approve(id, WORK, 5, TEXT);
    }

    /// @dev Creates a task in the given state; for `None`, returns an id that does not exist.
    function inState(ITaskEscrow.State state) internal returns (uint256 id) {
        if (state == ITaskEscrow.State.None) return 999_999;
        if (state == ITaskEscrow.State.Funded) return funded();
        if (state == ITaskEscrow.State.Started) return started();
        if (state == ITaskEscrow.State.Submitted) return submitted();
        if (state == ITaskEscrow.State.ChangesRequested) return changesRequested();
        if (state == ITaskEscrow.State.Approved) return approved();
        if (state == ITaskEscrow.State.Rejected) return rejected();
        if (state == ITaskEscrow.State.Disputed) return disputed();
        if (state == ITaskEscrow.State.Resolved) {
            id = disputed();
            vm.prank(arbiter);
            escrow.rule(id, 5000, false, TEXT);
        } else if (state == ITaskEscrow.State.Refunded) {
            id = rejected();
            vm.prank(worker);
            escrow.finalizeRejection(id);
        } else if (state == ITaskEscrow.State.Cancelled) {
            id = funded();
            vm.prank(poster);
            escrow.cancelTask(id);
        } else {
            uint256 before = block.timestamp;
            id = funded();
            warpPast(id);
            escrow.expireTask(id);
            vm.warp(before);
        }
    }

    /// @dev Asserts that `act`, called by `caller`, reverts in every state except the allowed ones.
    function assertOnlyIn(
        ITaskEscrow.State[] memory allowed,
        address caller,
        function(uint256) internal act
    ) internal {
        for (uint8 number = 0; number <= uint8(ITaskEscrow.State.Expired); ++number) {
            ITaskEscrow.State state = ITaskEscrow.State(number);
            bool isAllowed = false;
            for (uint256 i = 0; i < allowed.length; ++i) isAllowed = isAllowed || allowed[i] == state;
            if (isAllowed) continue;
            uint256 id = inState(state);
            expectWrongState(id, state);
            vm.prank(caller);
            act(id);
        }
    }

    function only(ITaskEscrow.State a) internal pure returns (ITaskEscrow.State[] memory states) {
        states = new ITaskEscrow.State[](1);
        states[0] = a;
    }

    function warpTo(uint256 id) internal {
        vm.warp(escrow.getTask(id).deadline);
    }

    function warpPast(uint256 id) internal {
        vm.warp(escrow.getTask(id).deadline + 1);
    }

    /*//////////////////////////////////////////////////////////////
                               SIGNATURES
    //////////////////////////////////////////////////////////////*/

    function domainSeparator(address target) internal view returns (bytes32) {
        (, string memory name, string memory version, uint256 chainId, address verifying, , ) = IERC5267(target)
            .eip712Domain();
        return
            keccak256(
                abi.encode(
                    keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                    keccak256(bytes(name)),
                    keccak256(bytes(version)),
                    chainId,
                    verifying
                )
            );
    }

    function sign(uint256 key, bytes32 domain, bytes32 structHash) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked("\x19\x01", domain, structHash)));
        return abi.encodePacked(r, s, v);
    }

    function voucherFor(
        uint256 key,
        uint256 id,
        address chosen,
        uint256 deadline
    ) internal view returns (ITaskEscrow.SelectionVoucher memory) {
        bytes32 structHash = keccak256(abi.encode(SELECTION_TYPEHASH, id, METADATA, chosen, deadline));
        return ITaskEscrow.SelectionVoucher(deadline, sign(key, domainSeparator(address(escrow)), structHash));
    }

    function resubmission(
        uint256 key,
        uint256 id,
        uint256 round,
        bytes32 work,
        uint256 deadline
    ) internal view returns (bytes memory) {
        bytes32 structHash = keccak256(abi.encode(RESUBMISSION_TYPEHASH, id, round, work, deadline));
        return sign(key, domainSeparator(address(escrow)), structHash);
    }

    function verdict(
        uint256 key,
        uint256 id,
        uint256 round,
        bytes32 work,
        uint256 deadline
    ) internal view returns (bytes memory) {
        bytes32 structHash = keccak256(abi.encode(VERDICT_TYPEHASH, id, round, work, deadline));
        return sign(key, domainSeparator(address(escrow)), structHash);
    }

    function permitFor(
        uint256 key,
        address holder,
        uint256 value
    ) internal view returns (ITaskEscrow.Permit memory) {
        uint256 deadline = block.timestamp + 1 hours;
        bytes32 structHash = keccak256(
            abi.encode(usdc.PERMIT_TYPEHASH(), holder, address(escrow), value, usdc.nonces(holder), deadline)
        );
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", usdc.DOMAIN_SEPARATOR(), structHash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return ITaskEscrow.Permit(value, deadline, v, r, s);
    }

    /// @dev A payment to `to` by `from`'s signature, valid for ten minutes.
    function authorizationTo(
        address to,
        uint256 key,
        address from,
        uint256 value,
        bytes32 nonce
    ) internal view returns (ITaskEscrow.Authorization memory a) {
        (a.from, a.validAfter, a.validBefore) = (from, block.timestamp - 1, block.timestamp + 10 minutes);
        bytes32 structHash = keccak256(
            abi.encode(
                usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
                from,
                to,
                value,
                a.validAfter,
                a.validBefore,
                nonce
            )
        );
        a.signature = sign(key, usdc.DOMAIN_SEPARATOR(), structHash);
    }

    function creationBy(
        uint256 key,
        address from,
        ITaskEscrow.Terms memory t,
        bytes32 salt
    ) internal view returns (ITaskEscrow.Authorization memory) {
        bytes32 nonce = nonceOf(escrow.createTaskWithAuthorization.selector, keccak256(abi.encode(t, salt)));
        return authorizationTo(address(escrow), key, from, t.reward, nonce);
    }

    function creation() internal view returns (ITaskEscrow.Authorization memory) {
        return creationBy(posterKey, poster, terms(), SALT);
    }

    function startBy(
        uint256 key,
        address from,
        uint256 id,
        bytes32 agreedTerms
    ) internal view returns (ITaskEscrow.Authorization memory) {
        bytes32 nonce = nonceOf(
            escrow.stakeAndStartWithAuthorization.selector,
            keccak256(abi.encode(id, agreedTerms))
        );
        return authorizationTo(address(escrow), key, from, STAKE, nonce);
    }

    function startOf(uint256 id) internal view returns (ITaskEscrow.Authorization memory) {
        return startBy(workerKey, worker, id, agreed());
    }

    /// @dev The nonce of an authorization, computed without the contract.
    function nonceOf(bytes4 selector, bytes32 consent) internal view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(escrow), selector, consent));
    }

    /// @dev A payment of `value` to a deposit address, as an x402 client signs it.
    function paymentTo(
        address payee,
        uint256 key,
        address from,
        uint256 value,
        bytes32 nonce
    ) internal view returns (ITaskEscrow.Authorization memory a) {
        (a.from, a.validAfter, a.validBefore) = (from, block.timestamp - 10 minutes, block.timestamp + 1 minutes);
        bytes32 structHash = keccak256(
            abi.encode(
                usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH(),
                from,
                payee,
                value,
                a.validAfter,
                a.validBefore,
                nonce
            )
        );
        a.signature = sign(key, usdc.DOMAIN_SEPARATOR(), structHash);
    }

    function consentTo(ITaskEscrow.Terms memory t, bytes32 salt) internal pure returns (bytes32) {
        return keccak256(abi.encode(t, salt));
    }

    function depositOf(address from) internal view returns (address) {
        return escrow.deposits().addressOf(from, consentTo(terms(), SALT));
    }

    /// @dev The poster's payment for `terms()` and `SALT`.
    function payment() internal view returns (ITaskEscrow.Authorization memory) {
        return paymentTo(depositOf(poster), posterKey, poster, REWARD, TEXT);
    }

    /// @dev A request to the forwarder, signed by `key`, valid for ten minutes.
    function requestOf(
        uint256 key,
        address from,
        bytes memory call
    ) internal view returns (ERC2771Forwarder.ForwardRequestData memory r) {
        (r.from, r.to, r.gas, r.data) = (from, address(escrow), 1_000_000, call);
        r.deadline = uint48(block.timestamp + 10 minutes);
        bytes32 structHash = keccak256(
            abi.encode(FORWARD_TYPEHASH, from, r.to, 0, r.gas, forwarder.nonces(from), r.deadline, keccak256(call))
        );
        r.signature = sign(key, domainSeparator(address(forwarder)), structHash);
    }

    /// @dev A stranger sends what the owner of `key` signed.
    function forward(uint256 key, bytes memory call) internal {
        ERC2771Forwarder.ForwardRequestData memory request = requestOf(key, vm.addr(key), call);
        vm.prank(stranger);
        forwarder.execute(request);
    }

    /// @dev What the escrow answers to `from`'s call through the forwarder, whose own answer hides reasons.
    function forwarded(address from, bytes memory call) internal returns (bool ok, bytes memory answer) {
        vm.prank(address(forwarder));
        return address(escrow).call(abi.encodePacked(call, from));
    }

    function assertForwardRefused(address from, bytes memory call, bytes memory reason) internal {
        (bool ok, bytes memory answer) = forwarded(from, call);
        assertFalse(ok, "refused");
        assertEq(answer, reason, "reason");
    }

    /*//////////////////////////////////////////////////////////////
                               ASSERTIONS
    //////////////////////////////////////////////////////////////*/

    function assertState(uint256 id, ITaskEscrow.State expected) internal view {
        assertEq(uint8(escrow.getTask(id).state), uint8(expected), "state");
    }

    function assertSettled(uint256 id, ITaskEscrow.State expected) internal view {
        assertState(id, expected);
        assertTrue(escrow.getTask(id).settled, "settled");
        assertEq(escrow.getTask(id).deadline, 0, "deadline");
    }

    function assertDeadlineIn(uint256 id, uint256 window) internal view {
        assertEq(escrow.getTask(id).deadline, block.timestamp + window, "deadline");
    }

    function expectNotPoster(uint256 id, address caller) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.NotPoster.selector, id, caller));
    }

    function expectNotWorker(uint256 id, address caller) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.NotWorker.selector, id, caller));
    }

    function expectInvalidRating(uint8 rating) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.InvalidRating.selector, rating));
    }

    function expectWrongSubmission(uint256 id, bytes32 named, bytes32 submission) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.WrongSubmission.selector, id, named, submission));
    }

    function expectWrongRound(uint256 id, uint256 named, uint256 current) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.WrongRound.selector, id, named, current));
    }

    function expectWrongTerms(uint256 id, bytes32 named, bytes32 actual) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.WrongTerms.selector, id, named, actual));
    }

    function expectInvalidSignature(address signer) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.InvalidSignature.selector, signer));
    }

    function expectWrongState(uint256 id, ITaskEscrow.State state) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.WrongState.selector, id, state));
    }

    function expectDeadlinePassed(uint256 id) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.DeadlinePassed.selector, id, escrow.getTask(id).deadline));
    }

    function expectDeadlineNotPassed(uint256 id) internal {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.DeadlineNotPassed.selector, id, escrow.getTask(id).deadline));
    }

    struct Balances {
        uint256 poster;
        uint256 worker;
        uint256 treasury;
        uint256 escrow;
    }

    function balances() internal view returns (Balances memory) {
        return
            Balances(
                usdc.balanceOf(poster),
                usdc.balanceOf(worker),
                usdc.balanceOf(treasury),
                usdc.balanceOf(address(escrow))
            );
    }

    /// @dev Asserts that exactly these amounts have left the escrow since `before`.
    function assertPaid(Balances memory before, uint256 toPoster, uint256 toWorker, uint256 toTreasury) internal view {
        Balances memory p = balances();
        assertEq(p.poster - before.poster, toPoster, "to poster");
        assertEq(p.worker - before.worker, toWorker, "to worker");
        assertEq(p.treasury - before.treasury, toTreasury, "to treasury");
        assertEq(before.escrow - p.escrow, toPoster + toWorker + toTreasury, "from escrow");
    }

    function expectEvent() internal {
        vm.expectEmit(address(escrow));
    }
}
